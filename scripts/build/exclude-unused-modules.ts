import type { Plugin } from 'vite';

/**
 * Parts of the sync client that this product never uses. Without this plugin, the bundle contains a megabyte of wasm for each
 * encrypted build, and the websocket transport with its binary codec.
 */
const NEVER_SHIPPED = [
  /\/mc-wa-sqlite[\w-]*\.mjs$/,
  /shared-internals\/websockets$/,
  /\/examples\/(AccessHandlePoolVFS|OPFSWriteAheadVFS)\.js$/,
];

/** SQLite runs in a worker; the page's half of the client contains it again for pages without workers. */
const WORKER_ONLY = [/\/wa-sqlite[\w-]*\.mjs$/, /\/examples\/\w+VFS\.js$/];

/** One module for all of them: each would be a file of its own. */
const UNSHIPPED = '\0unshipped';

/** Replaces those parts with a module that throws if it is used after all. */
export function excludeUnusedModules(part: 'page' | 'worker'): Plugin {
  return {
    name: 'rangeday:exclude-unused-modules',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: part === 'page' ? [...NEVER_SHIPPED, ...WORKER_ONLY] : NEVER_SHIPPED },
      handler: () => UNSHIPPED,
    },
    load: {
      filter: { id: /^\0unshipped$/ },
      handler: () => `throw new Error('A part of the sync client is used that is not part of this build.')`,
    },
  };
}
