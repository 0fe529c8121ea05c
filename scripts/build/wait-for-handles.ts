import { join } from 'node:path';
import type { Plugin } from 'vite';

import { replaceCalls } from './replace-calls.ts';

const HELPER = join(import.meta.dirname, '../../src/data/powersync-workarounds/access-handle.ts');

/**
 * Lets SQLite's file system wait for the handles of a worker that has just ended. The reason is in access-handle.ts.
 */
export const waitForHandles = (): Plugin =>
  replaceCalls({
    name: 'wait-for-handles',
    id: /\/OPFSCoopSyncVFS\.js/,
    texts: {
      'persistentFile.fileHandle.createSyncAccessHandle()': 'openAccessHandle(persistentFile.fileHandle)',
      'root.removeEntry(entry.name, { recursive: true })': 'removeFolder(root, entry.name)',
    },
    start: `import { openAccessHandle, removeFolder } from ${JSON.stringify(HELPER)};\n`,
    ifChanged: 'OPFSCoopSyncVFS has changed: check whether access-handle.ts is still needed.',
  });
