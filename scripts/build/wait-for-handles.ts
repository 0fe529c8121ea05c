import { join } from 'node:path';
import type { Plugin } from 'vite';

const CALL = 'persistentFile.fileHandle.createSyncAccessHandle()';
const HELPER = join(import.meta.dirname, '../../src/data/powersync-workarounds/access-handle.ts');

/** Lets SQLite's file system wait for the handles of a worker that has just ended. The reason is in access-handle.ts. */
export function waitForHandles(): Plugin {
  return {
    name: 'rangeday:wait-for-handles',
    transform: {
      filter: { id: /\/OPFSCoopSyncVFS\.js/ },
      handler(code) {
        if (code.split(CALL).length !== 2)
          this.error('OPFSCoopSyncVFS has changed: check whether access-handle.ts is still needed.');
        const patched = code.replace(CALL, 'openAccessHandle(persistentFile.fileHandle)');
        return { code: `import { openAccessHandle } from ${JSON.stringify(HELPER)};\n${patched}`, map: null };
      },
    },
  };
}
