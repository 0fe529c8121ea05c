import type { Plugin } from 'vite';

import { cutPart } from './replace-calls.ts';

/**
 * Two thirds of browser-image-compression write PNG, and this app has it write JPEG alone (data/media/clean.ts writes
 * PNG with the browser's own encoder). Asked for PNG, it now fails.
 */
export const dropPngEncoder = (): Plugin =>
  cutPart({
    name: 'drop-png-encoder',
    id: /\/browser-image-compression\.mjs$/,
    from: 'var e={},t={get exports(){return e},set exports(t){e=t}};!function(e){var r,i,UZIP={};',
    to: 'const r={toArrayBuffer(e,t){const i=e.width',
    ifChanged: 'browser-image-compression has changed: check whether png-encoder.ts is still needed.',
  });
