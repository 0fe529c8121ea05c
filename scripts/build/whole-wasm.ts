import type { Plugin } from 'vite';

const CHECK = 'typeof WebAssembly.instantiateStreaming=="function"';

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
