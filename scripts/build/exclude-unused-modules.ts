import type { Plugin } from 'vite';

/**
 * Parts of the sync client that this product never uses. Without this plugin, the bundle contains a megabyte of wasm
 * for each encrypted build, and the websocket transport with its binary codec.
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

/**
 * Modules of which the page imports names that it never uses, and what they become: the router's own link, which each
 * of its routes offers (src/ui/link.tsx is ours), and the server of a database without a worker.
 */
const REPLACED = [
  {
    id: /^\.\/link\.js$/,
    importer: '/@tanstack/react-router/',
    names: ['Link', 'createLink', 'linkOptions', 'useLinkProps'],
  },
  { id: /\/MultiDatabaseServer\.js$/, importer: '/WASQLiteOpenFactory.js', names: ['MultiDatabaseServer'] },
];
const REPLACEMENT = '\0replaced:';

/** Replaces those parts with modules that throw if they are used after all. */
export function excludeUnusedModules(part: 'page' | 'worker'): Plugin {
  return {
    name: 'rangeday:exclude-unused-modules',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: {
        id: part === 'page' ? [...NEVER_SHIPPED, ...WORKER_ONLY, ...REPLACED.map(({ id }) => id)] : NEVER_SHIPPED,
      },
      handler(source, importer) {
        const replaced = REPLACED.find(({ id }) => id.test(source));
        if (!replaced) return UNSHIPPED;
        return importer?.includes(replaced.importer) ? REPLACEMENT + replaced.names.join() : null;
      },
    },
    load: {
      filter: { id: /^\0(?:unshipped$|replaced:)/ },
      handler(id) {
        const error = `throw new Error('A part of a package is used that is not part of this build.')`;
        if (id === UNSHIPPED) return error;
        const names = id.slice(REPLACEMENT.length).split(',');
        return names.map((name) => `export function ${name}() { ${error}; }`).join('\n');
      },
    },
  };
}
