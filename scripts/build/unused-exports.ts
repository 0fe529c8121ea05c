import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Callers of SQLite's functions by name, beside the folder of its module. */
const CALLERS = ['../src/sqlite-api.js', '../src/FacadeVFS.js'];
const EXPORT = /var _(sqlite3_\w+)=Module\["_\1"\]=wasmExports\["\w+"\];/g;

/** SQLite's module names 200 of its functions that nobody calls: a twelfth of its compressed code. */
export const dropUnusedExports = (): Plugin => ({
  name: 'rangeday:drop-unused-exports',
  apply: 'build',
  transform: {
    filter: { id: /\/wa-sqlite(?:-async)?\.mjs/ },
    async handler(code, id) {
      const folder = dirname(id.replace(/\?.*$/, ''));
      const callers = await Promise.all(CALLERS.map((name) => readFile(join(folder, name), 'utf8')));
      // Its own calls, too.
      const called = new Set([code.replaceAll(EXPORT, ''), ...callers].join('\n').match(/sqlite3_\w+/g));
      let dropped = 0;
      const patched = code.replaceAll(EXPORT, (whole, name: string) => {
        if (called.has(name)) return whole;
        dropped += 1;
        return '';
      });
      if (dropped < 100) this.error('SQLite’s module has changed: check whether unused-exports.ts is still needed.');
      return { code: patched, map: null };
    },
  },
});
