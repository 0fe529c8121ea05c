import { join } from 'node:path';
import type { Plugin } from 'vite';

const CALLS: Readonly<Record<string, string>> = {
  'persistentFile.fileHandle.createSyncAccessHandle()': 'openAccessHandle(persistentFile.fileHandle)',
  'root.removeEntry(entry.name, { recursive: true })': 'removeFolder(root, entry.name)',
};
const HELPER = join(import.meta.dirname, '../../src/data/powersync-workarounds/access-handle.ts');

/** Lets SQLite's file system wait for the handles of a worker that has just ended. The reason is in access-handle.ts. */
export function waitForHandles(): Plugin {
  return {
    name: 'rangeday:wait-for-handles',
    transform: {
      filter: { id: /\/OPFSCoopSyncVFS\.js/ },
      handler(code) {
        let patched = code;
        for (const [call, ours] of Object.entries(CALLS)) {
          if (code.split(call).length !== 2)
            this.error('OPFSCoopSyncVFS has changed: check whether access-handle.ts is still needed.');
          patched = patched.replace(call, ours);
        }
        return {
          code: `import { openAccessHandle, removeFolder } from ${JSON.stringify(HELPER)};\n${patched}`,
          map: null,
        };
      },
    },
  };
}
