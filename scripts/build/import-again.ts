import type { Plugin } from 'vite';

/** Parts that are not installed (scripts/build/worker.ts), so that their import fails without a network. */
const PARTS = ['emoji', 'export', 'passkeys', 'staff', 'supabase', 'tus'];
const IMPORT = new RegExp(`\\bimport\\(([\`'"])(\\./(${PARTS.join('|')})-[^\`'"]*\\.js)\\1\\)`, 'g');

/**
 * In the first chunk, whose folder all are in. A module that was imported again is the one for all chunks from then on:
 * Chromium would import the first one, too.
 */
const HELPER =
  ';{const all={};let count=0;const again=(path)=>all[path]??=' +
  'import(path+"?again="+(count+=1)).catch((error)=>{delete all[path];throw error});' +
  'globalThis.importAgain=Object.assign(again,{all})}';

/**
 * Works around: Firefox and WebKit keep the failure of an import for the life of the page (153 and WebKitGTK 2.50; the
 * standard has it so, whatwg/html#6768). A photo that was posted without a network stayed in the outbox until a reload.
 * With a query the file is another module; what it imports itself must be installed. Not with a fragment, which WebKit
 * leaves out. Can be deleted when both pass tests/engines without it.
 */
export function importAgain(): Plugin {
  const found = new Set<string>();
  return {
    name: 'rangeday:import-again',
    apply: 'build',
    renderChunk: {
      order: 'post',
      handler(code, { isEntry }) {
        const patched = code.replace(IMPORT, (call, _quote, path: string, part: string) => {
          found.add(part);
          const name = JSON.stringify(path);
          return `(globalThis.importAgain?.all[${name}]??${call}).catch(()=>importAgain(${name}))`;
        });
        return { code: isEntry ? patched + HELPER : patched, map: null };
      },
    },
    generateBundle(_, bundle) {
      // The page of all primitives, which is built for tests, has none of them.
      const built = Object.keys(bundle);
      const missing = PARTS.filter(
        (part) => !found.has(part) && built.some((path) => path.startsWith(`assets/${part}-`) && path.endsWith('.js')),
      );
      if (missing.length > 0)
        this.error(`No chunk imports ${missing.join(', ')}: check scripts/build/import-again.ts.`);
    },
  };
}
