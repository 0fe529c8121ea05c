import { join } from 'node:path';
import type { Plugin } from 'vite';

import { replaceCalls } from './replace-calls.ts';

const SQLITE = /\/wa-sqlite(?:-async)?\.mjs/;
const STREAMS = 'typeof WebAssembly.instantiateStreaming=="function"';
const HELPER = join(import.meta.dirname, '../../src/data/powersync-workarounds/load-wasm.ts');

/** Lets SQLite's file be loaded over a line that is cut every few seconds. The reason is in load-wasm.ts. */
export const loadWasmInParts = (): Plugin =>
  replaceCalls({
    name: 'load-wasm-in-parts',
    id: SQLITE,
    texts: {
      // As a stream, and as a whole.
      'fetch(binaryFile,{credentials:"same-origin"})': 'loadWasm(binaryFile)',
      'fetch(url,{credentials:"same-origin"})': 'loadWasm(url)',
    },
    start: `import { loadWasm } from ${JSON.stringify(HELPER)};\n`,
    ifChanged: 'SQLite’s start has changed: check whether load-wasm.ts is still needed.',
  });

/**
 * Works around: in WebKit, `WebAssembly.instantiateStreaming` often did not end with an answer of the service worker
 * (WebKitGTK 2.50), and no database opened. There SQLite is read as a whole first; see also
 * powersync-workarounds/late-shared-worker.ts. Others stream, because only then do they keep the compiled code. Chrome
 * and Firefox for iOS, which are WebKit, have other names. Can be deleted when WebKit passes tests/engines without it.
 */
export const readWasmAsWhole = (): Plugin =>
  replaceCalls({
    name: 'read-wasm-as-whole',
    id: SQLITE,
    texts: { [STREAMS]: `/Chrome|Firefox/.test(navigator.userAgent)&&${STREAMS}` },
    ifChanged: 'SQLite’s start has changed: check whether whole-wasm.ts is still needed.',
  });
