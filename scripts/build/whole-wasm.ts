import { join } from 'node:path';
import type { Plugin } from 'vite';

const CHECK = 'typeof WebAssembly.instantiateStreaming=="function"';
/** As a stream, and as a whole. */
const LOADS = ['fetch(binaryFile,{credentials:"same-origin"})', 'fetch(url,{credentials:"same-origin"})'] as const;
const HELPER = join(import.meta.dirname, '../../src/data/powersync-workarounds/load-wasm.ts');

/** Lets SQLite's file be loaded over a line that is cut every few seconds. The reason is in load-wasm.ts. */
export function loadWasmInParts(): Plugin {
  return {
    name: 'rangeday:load-wasm-in-parts',
    transform: {
      filter: { id: /\/wa-sqlite(?:-async)?\.mjs/ },
      handler(code) {
        let patched = code;
        for (const load of LOADS) {
          if (code.split(load).length !== 2)
            this.error('SQLite’s start has changed: check whether load-wasm.ts is still needed.');
          patched = patched.replace(
            load,
            load.replace('fetch', 'loadWasm').replace(',{credentials:"same-origin"}', ''),
          );
        }
        return { code: `import { loadWasm } from ${JSON.stringify(HELPER)};\n${patched}`, map: null };
      },
    },
  };
}

/**
 * Works around: in WebKit, `WebAssembly.instantiateStreaming` often did not end with an answer of the service worker (WebKitGTK 2.50), and no database opened. There
 * SQLite is read as a whole first; see also powersync-workarounds/late-shared-worker.ts. Others stream, because only then do they keep the compiled code. Chrome and
 * Firefox for iOS, which are WebKit, have other names. Can be deleted when tests/webkit passes without it.
 */
export function readWasmAsWhole(): Plugin {
  return {
    name: 'rangeday:read-wasm-as-whole',
    transform: {
      filter: { id: /\/wa-sqlite(?:-async)?\.mjs/ },
      handler(code) {
        if (code.split(CHECK).length !== 2)
          this.error('SQLite’s start has changed: check whether whole-wasm.ts is still needed.');
        return { code: code.replace(CHECK, `/Chrome|Firefox/.test(navigator.userAgent)&&${CHECK}`), map: null };
      },
    },
  };
}
