/** Which imports are allowed. plugin.ts reports all others; tests/lint plants a forbidden import for each line. */
export interface Layer {
  readonly name: string;
  /** Files of this layer, as a path from the root of the checkout. The first layer that matches counts. */
  readonly files: RegExp;
  /** Folders or files of `src` (such as `data/device`) that it may import besides its own folder. */
  readonly src: readonly string[];
  /** Folders beside `src` that it may import besides its own folder. */
  readonly beside?: readonly string[];
  /** The only packages that it may import. Absent: any that `FORBIDDEN_PACKAGES` leaves. */
  readonly packages?: readonly string[];
  /** May import what `STORAGE_AND_NETWORK` names. */
  readonly opensStorage?: boolean;
  /** Runs in Node or Deno, so `node:` imports are fine. */
  readonly server?: boolean;
}

/** Only `src/data` and the servers use storage and network. */
export const STORAGE_AND_NETWORK: readonly RegExp[] = [
  /^@supabase\//,
  /^@powersync\//,
  /^@journeyapps\//,
  // The React binding opens nothing.
  /^dexie(?!-react-hooks$)(-|$)/,
  /^idb-keyval$/,
  /^(axios|ky|undici|ws|tus-js-client)$/,
];

/** The folders of `src`. Beside them are only `main.tsx` and the generated `routeTree.gen.ts`. */
export const SRC_FOLDERS = ['app', 'routes', 'features', 'ui', 'copy', 'contract', 'data', 'lib'] as const;

/** features/x may import features/y only if x's list contains y. A test checks that there is no circle. */
export const FEATURE_DAG: Readonly<Record<string, readonly string[]>> = {
  'managed-ads': ['admin', 'drafts', 'merch', 'moderation', 'replica'],
  admin: ['me', 'moderation', 'photos', 'replica'],
  moderation: ['drafts', 'me', 'replica'],
  posts: [
    'author',
    'comments',
    'drafts',
    'feed',
    'friends',
    'gifs',
    'me',
    'media',
    'mentions',
    'photos',
    'polls',
    'post-actions',
    'replica',
    'safety',
    'text',
    'videos',
  ],
  'reading-place': ['feed', 'replica'],
  feed: ['ads', 'author', 'me', 'outbox', 'photos', 'polls', 'post-actions', 'read-aloud', 'text', 'votes'],
  'post-actions': ['me', 'moderation', 'photos', 'read-aloud', 'safety'],
  'read-aloud': ['text'],
  saved: ['feed', 'post-actions', 'replica', 'settings'],
  photos: ['replica', 'settings'],
  comments: ['author', 'drafts', 'mentions', 'outbox', 'me', 'media', 'photos', 'replica', 'safety', 'text', 'votes'],
  videos: ['media', 'photos'],
  votes: ['me'],
  tags: ['author', 'feed', 'range', 'replica', 'text'],
  media: ['drafts'],
  polls: ['me', 'votes'],
  outbox: ['media', 'sync'],
  me: ['drafts', 'replica'],
  push: [],
  'push-actions': ['friends', 'messages', 'notifications'],
  profile: [
    'author',
    'codes',
    'feed',
    'friends',
    'me',
    'outbox',
    'photos',
    'replica',
    'reports',
    'safety',
    'settings',
    'text',
  ],
  notifications: ['author', 'friends', 'push', 'replica'],
  members: ['author', 'friends', 'me', 'replica'],
  search: ['author', 'replica'],
  messages: ['author', 'drafts', 'outbox', 'push', 'replica', 'safety', 'settings', 'text'],
  codes: ['friends', 'me', 'replica'],
  friends: ['author', 'me', 'replica'],
  safety: ['author', 'me', 'replica', 'reports', 'settings'],
  reports: ['drafts', 'me'],
  auth: [],
  sync: [],
  settings: ['outbox', 'replica', 'sync'],
  range: ['outbox', 'replica', 'sync'],
  'notification-settings': ['push', 'replica'],
  pages: ['sync', 'text'],
  contact: ['pages'],
  csae: ['pages'],
  merch: [],
  author: [],
  gifs: ['settings'],
  mentions: ['author'],
  boards: ['author', 'replica'],
  account: ['auth', 'me', 'replica'],
  ads: ['settings'],
  replica: [],
};

/** The folders of src/data, the lowest first. A file may import from its own folder and from those before it. */
export const DATA_FLOORS: readonly string[] = [
  'device',
  'http',
  'session',
  'remote',
  'first-screen',
  'powersync-workarounds',
  'replica',
  'drafts',
  'outbox',
  'media',
  'upload',
  'range',
  'push',
  'connection',
];

/** The only files of src/data that import from a higher floor, and which one. */
export const UPWARD: Readonly<Record<string, string>> = {
  // A discarded action takes its files with it.
  'src/data/outbox/discard.ts': 'media',
  // Only powersync-tables.ts may name what is internal to PowerSync.
  'src/data/powersync-workarounds/clear-file.ts': 'replica',
};

/**
 * All files of src that the service worker loads. sw/tsconfig.json lists the same files; a test compares the two.
 * Types of other files in src/contract are allowed too, because they add no code.
 */
export const WORKER_FILES: readonly string[] = [
  'src/contract/actions.ts',
  'src/contract/app-parts.ts',
  'src/contract/app-patches.ts',
  'src/contract/crud-versions.ts',
  'src/contract/endpoints.ts',
  'src/contract/locks.ts',
  'src/contract/media.ts',
  'src/contract/outbox.ts',
  'src/contract/stored-app.ts',
  'src/contract/sync/client-tables.ts',
  'src/contract/sync/tables/content.ts',
  'src/contract/sync/tables/members.ts',
  'src/contract/sync/tables/staff.ts',
  'src/copy/day-names.ts',
  'src/copy/push-actions.ts',
  'src/copy/range-reminder.ts',
  'src/data/device/account-keys.ts',
  'src/data/http/reach.ts',
  'src/data/device/app-files.ts',
  'src/data/device/image-cache.ts',
  'src/data/device/kv.ts',
  'src/data/device/opfs.ts',
  'src/data/device/storage-errors.ts',
  'src/data/drafts/shared.ts',
  'src/data/first-screen/drawn-page.ts',
  'src/data/first-screen/drawn-keys.ts',
  'src/data/media/background-files.ts',
  'src/data/media/media-key.ts',
  'src/data/media/media-row.ts',
  'src/data/outbox/action.ts',
  'src/data/outbox/queue-copy-store.ts',
  'src/data/push/alone-with-notifications.ts',
  'src/data/push/push-store.ts',
  'src/data/push/send-push-action.ts',
  'src/data/push/send-in-order.ts',
  'src/data/push/subscription.ts',
  'src/data/http/answers.ts',
  'src/data/http/config.ts',
  'src/data/media/csae-report.ts',
  'src/data/http/request.ts',
  'src/data/http/with-token.ts',
  'src/data/range/due.ts',
  'src/data/session/auth-lock.ts',
  'src/data/session/stored-token.ts',
  'src/data/upload/background.ts',
  'src/data/upload/batch.ts',
  'src/data/upload/classify.ts',
  'src/data/upload/copied-queue.ts',
  'src/data/upload/send-queue.ts',
  'src/data/upload/send.ts',
  'src/lib/backoff.ts',
  'src/lib/cut-text.ts',
  'src/lib/day-names.ts',
  'src/lib/fingerprint.ts',
  'src/lib/log-time.ts',
  'src/lib/safe-markup.ts',
  'src/lib/within.ts',
];

/** All packages that these files and sw/ may import: no PowerSync, Supabase, zod or React. */
export const WORKER_PACKAGES: readonly string[] = ['fzstd', 'idb-keyval', 'workbox-precaching', 'workbox-routing'];

export const LAYERS: readonly Layer[] = [
  { name: 'contract', files: /^src\/contract\//, src: [], packages: ['zod'] },
  { name: 'lib', files: /^src\/lib\//, src: ['contract'] },
  { name: 'copy', files: /^src\/copy\//, src: ['contract'] },
  { name: 'ui', files: /^src\/ui\//, src: ['lib', 'copy'] },
  { name: 'data', files: /^src\/data\//, src: ['contract', 'lib'], opensStorage: true },
  {
    name: 'queries, SQL, mutations and drafts',
    files: /^src\/features\/[^/]+\/([a-z]+-sql|([a-z]+-)?queries|([a-z]+-)*mutations|drafts)\.ts$/,
    src: ['data', 'contract', 'lib'],
  },
  {
    // The only code of a feature that imports PowerSync: its React hooks.
    name: 'replica hooks',
    files: /^src\/features\/replica\//,
    src: ['data', 'contract', 'lib'],
    packages: ['react', '@powersync/react'],
    opensStorage: true,
  },
  { name: 'features', files: /^src\/features\//, src: ['ui', 'copy', 'contract', 'lib'] },
  { name: 'routes', files: /^src\/routes\//, src: ['features', 'ui', 'app'] },
  { name: 'app', files: /^src\/app\//, src: ['features', 'ui', 'data', 'copy', 'contract', 'lib', 'routeTree.gen.ts'] },
  { name: 'main', files: /^src\/main\.tsx$/, src: ['app', 'data', 'ui', 'lib', 'features'] },
  {
    name: 'service worker',
    files: /^sw\//,
    src: ['contract', ...WORKER_FILES.map((path) => path.slice('src/'.length))],
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
    // Tests may import scripts in turn, but not those that support both.
    beside: ['local', 'tests/support', 'tests/offline/support'],
    opensStorage: true,
    server: true,
  },
  {
    name: 'test support',
    files: /^tests\/(offline\/)?support\//,
    src: ['contract', 'data', 'lib', 'copy', 'features'],
    beside: ['local', 'supabase'],
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

/** Tests are next to the code that they test, and may import what they need for their set-up. */
export const TEST_FILE = /\.(test|spec)\.tsx?$/;
