/**
 * Who may import whom. The rule in plugin.ts turns every line of this table into a lint error; tests/lint plants a
 * forbidden import for each.
 */
export interface Layer {
  readonly name: string;
  /** Files of this layer, as a path from the root of the checkout. The first layer that matches counts. */
  readonly files: RegExp;
  /** Folders of `src` (or parts of one: `data/local`) that it may import besides its own. */
  readonly src: readonly string[];
  /** Folders beside `src` that it may import besides its own. */
  readonly beside?: readonly string[];
  /** The only packages that it may import. Absent: any that `FORBIDDEN_PACKAGES` leaves. */
  readonly packages?: readonly string[];
  /** May import what `STORAGE_AND_NETWORK` names. */
  readonly opensStorage?: boolean;
  /** Runs in Node or Deno, so `node:` imports are fine. */
  readonly server?: boolean;
}

/** Only `src/data` and the servers talk to storage and network. */
export const STORAGE_AND_NETWORK: readonly RegExp[] = [
  /^@supabase\//,
  /^@powersync\//,
  /^@journeyapps\//,
  /^dexie(-|$)/,
  /^idb-keyval$/,
  /^(axios|ky|undici|ws)$/,
];

/** The folders of `src`. `main.tsx` and `routeTree.gen.ts` beside them belong to the router and to the boot. */
export const SRC_FOLDERS = ['app', 'routes', 'features', 'ui', 'copy', 'contract', 'data', 'lib'] as const;

/** features/x may import features/y only when y stands in x's line. A test checks that it has no circle. */
export const FEATURE_DAG: Readonly<Record<string, readonly string[]>> = {
  posts: ['comments', 'drafts', 'feed', 'me', 'polls'],
  feed: ['ads', 'outbox', 'settings', 'text', 'votes'],
  comments: ['drafts', 'outbox', 'me', 'text'],
  votes: ['me'],
  polls: ['me'],
  outbox: ['sync'],
  me: [],
  auth: [],
  sync: [],
  settings: [],
  pages: [],
  contact: ['pages'],
  csae: ['pages'],
  merch: [],
  boards: [],
  account: [],
  ads: [],
};

export const LAYERS: readonly Layer[] = [
  { name: 'contract', files: /^src\/contract\//, src: [], packages: ['zod'] },
  { name: 'lib', files: /^src\/lib\//, src: ['contract'] },
  { name: 'copy', files: /^src\/copy\//, src: ['contract'] },
  { name: 'ui', files: /^src\/ui\//, src: ['lib', 'copy'] },
  { name: 'data', files: /^src\/data\//, src: ['contract', 'lib'], opensStorage: true },
  {
    name: 'queries, SQL, mutations and drafts',
    files: /^src\/features\/[^/]+\/([a-z]+-sql|([a-z]+-)?queries|mutations|drafts)\.ts$/,
    src: ['data', 'contract', 'lib'],
  },
  { name: 'features', files: /^src\/features\//, src: ['ui', 'copy', 'contract', 'lib'] },
  { name: 'routes', files: /^src\/routes\//, src: ['features', 'ui', 'app'] },
  { name: 'app', files: /^src\/app\//, src: ['features', 'ui', 'data', 'copy', 'contract', 'lib', 'routeTree.gen.ts'] },
  { name: 'main', files: /^src\/main\.tsx$/, src: ['app', 'data', 'ui', 'lib', 'features'] },
  {
    name: 'service worker',
    files: /^sw\//,
    src: ['contract', 'data/upload', 'data/outbox', 'data/device'],
    opensStorage: true,
  },
  {
    name: 'functions',
    files: /^supabase\/functions\//,
    src: ['contract'],
    opensStorage: true,
    server: true,
  },
  { name: 'local', files: /^local\//, src: ['contract'], beside: ['scripts'], opensStorage: true, server: true },
  {
    name: 'scripts',
    files: /^scripts\//,
    src: ['contract'],
    beside: ['local', 'tests'],
    opensStorage: true,
    server: true,
  },
  {
    name: 'end-to-end tests',
    files: /^tests\/(e2e|budgets)\//,
    src: ['contract'],
    beside: ['scripts', 'local'],
    opensStorage: true,
    server: true,
  },
  {
    name: 'tests',
    files: /^tests\//,
    src: ['contract', 'data', 'lib', 'copy', 'features'],
    beside: ['local', 'scripts', 'supabase', 'sw'],
    opensStorage: true,
    server: true,
  },
];

/** A test stands beside the code that it tests and may reach for whatever it needs to arrange the scene. */
export const TEST_FILE = /\.(test|spec)\.tsx?$/;
