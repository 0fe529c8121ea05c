import type { FeedPost } from '#contract/feed-post.ts';
import { fingerprint } from '#lib/fingerprint.ts';
import { readKey, readTogether, SESSION_KEY, writeInTransaction } from '../device/kv.ts';
import { AUTH_KEY } from '../session/auth-lock.ts';
import { drawnPageKey, isOfMessages, snapshotKey } from './drawn-keys.ts';

/**
 * The markup of a first screen as the app last rendered it. The service worker answers the next navigation with it, so
 * that it is painted before the code has loaded. Per account the feed, the post that was opened last, the inbox, and
 * the thread that was opened last, deleted with the account's snapshot.
 */
export interface DrawnPage {
  v: 2;
  account: string;
  /** The address of the screen. */
  path: string;
  /** The app's code that rendered it: the path of its script. Another build may have other class names. */
  build: string;
  /** The screen for which it was rendered: see public/head.js. */
  look: string;
  /** What it shows of the snapshot: see `revisionFor`. */
  revision: string;
  /** Of a page of messages, and of a post that was left below its top: what the database had for it. */
  rows?: readonly KeptRows[];
  /** Where it was left, if that is below its top. The markup is that place then. */
  place?: KeptPlace | undefined;
  /** Paths of the stylesheets that it needs besides the one in the document. */
  sheets: readonly string[];
  markup: string;
}

/** Where a page was left: a start at its address within a day begins there. */
export interface KeptPlace {
  /** When it was noted, in ms since 1970. */
  at: number;
  /** The router's key of the entry of the history, which the start continues. */
  key: string;
  /** The scroll position in px. */
  y: number;
  /** What was on screen, by list: src/ui/list-places.ts. */
  lists: readonly (readonly [list: string, shown: readonly (readonly [key: string, y: number])[]])[];
  /** Heights in a virtual list. */
  list?: { restoreKey: string; width: number; items: readonly (readonly [key: string, size: number])[] } | undefined;
  /** Of the feed: the posts on screen, how many older pages were loaded, and the page from which they were counted. */
  feed?: { posts: readonly FeedPost[]; older: number; from?: number | null | undefined } | undefined;
}

const PLACE_LASTS_MS = 86_400_000;

export const isPlaceKept = (place: KeptPlace | undefined): place is KeptPlace =>
  place !== undefined && Date.now() - place.at < PLACE_LASTS_MS;

/**
 * The rows of a query, as the database returned them. The key names the account and the query:
 * src/features/replica/use-live.ts.
 */
export interface KeptRows {
  key: string;
  rows: readonly unknown[];
}

/** What is known before it is drawn. */
export type PageToDraw = Omit<DrawnPage, 'v' | 'rows' | 'place' | 'markup'>;

/** Stylesheets of the parts that are installed with the app: any other would delay the first paint. */
export const INSTALLED_SHEET = /^\/assets\/(?:around|post|screens)-[\w-]+\.css$/;

/** In bytes: reading it delays the first paint. */
const MOST_MARKUP = 64 * 1024;

export const isTooLarge = (markup: string): boolean =>
  markup.length > MOST_MARKUP || new TextEncoder().encode(markup).length > MOST_MARKUP;

/** The fields of a snapshot that the worker reads. */
interface StoredSnapshot {
  account?: string;
  me?: unknown;
  revision?: string | undefined;
  updatedAt?: string | null;
}

/** Changes with everything that the page at this address shows of a snapshot. `hasRows`: it has its own. */
export const revisionFor = (
  path: string,
  { me, revision }: StoredSnapshot,
  hasRows: boolean = isOfMessages(path),
): string | undefined => (hasRows ? revision && fingerprint(JSON.stringify(me)) : revision);

const revisionOf = ({ path, rows }: Pick<DrawnPage, 'path' | 'rows'>, snapshot: StoredSnapshot) =>
  revisionFor(path, snapshot, rows !== undefined || isOfMessages(path));

/**
 * Stores the page if the snapshot it shows is still the stored one. The same transaction compares both: after a
 * log-out, which deletes the snapshot, another tab cannot write the page again.
 */
export async function storeDrawnPage(page: DrawnPage): Promise<void> {
  if (isTooLarge(page.markup)) return;
  await writeInTransaction(drawnPageKey(page.account, page.path), page, async (get) => {
    const snapshot = await get<StoredSnapshot>(snapshotKey(page.account));
    return snapshot !== undefined && revisionOf(page, snapshot) === page.revision;
  });
}

const PATHS_WITH_ROWS = ['/messages', '/messages/any', '/posts/any'];

/** The stored pages that have rows: inbox, thread, and a post that was left below its top. */
export async function drawnWithRows(account: string): Promise<DrawnPage[]> {
  const pages = PATHS_WITH_ROWS.map((path) => readKey<DrawnPage>(drawnPageKey(account, path)).catch(() => undefined));
  return (await Promise.all(pages)).filter((page) => page?.rows !== undefined) as DrawnPage[];
}

/** Deletes the page if it is still this one. Only its place stays. */
export const dropDrawnPage = ({ rows, ...page }: DrawnPage): Promise<void> => {
  const { account, path, place } = page;
  const left = place && { ...page, revision: '', markup: '' };
  return writeInTransaction(drawnPageKey(account, path), left, async (get) => {
    const stored = await get<DrawnPage>(drawnPageKey(account, path));
    return stored?.path === path && JSON.stringify(stored.rows) === JSON.stringify(rows);
  });
};

/** False if another page or another tab has replaced it, or storage is not available. */
export async function isDrawnPageStored({
  account,
  path,
  revision,
}: Pick<DrawnPage, 'account' | 'path' | 'revision'>): Promise<boolean> {
  const stored = await readKey<DrawnPage>(drawnPageKey(account, path)).catch(() => undefined);
  return stored?.revision === revision && stored.path === path;
}

export interface FoundPage {
  page: DrawnPage;
  /** The time of the last sync before it was rendered. */
  updatedAt: Date;
}

/**
 * The page at this address of the account that uses this device now. Null if there is none, if the app would show
 * something else at its start (a newer snapshot, another account, a request to log in again), or if storage is not
 * available.
 */
export async function findDrawnPage(path: string): Promise<FoundPage | null> {
  return readTogether(async (get) => {
    const session = await get<{ kind?: unknown; userId?: unknown }>(SESSION_KEY);
    const isMember = session?.kind === 'member' && typeof session.userId === 'string' && session.userId !== '';
    const account = isMember ? String(session.userId) : 'guest';
    const page = await get<Partial<DrawnPage>>(drawnPageKey(account, path));
    if (page?.v !== 2 || page.account !== account || page.path !== path || typeof page.markup !== 'string') return null;
    if (isTooLarge(page.markup)) return null;
    if (isMember && !(await get(AUTH_KEY))) return null;
    const snapshot = await get<StoredSnapshot>(snapshotKey(account));
    if (snapshot?.account !== account || !snapshot.updatedAt) return null;
    const isPlaced = isPlaceKept(page.place);
    if (page.place && !isPlaced) return null;
    const isCurrent = page.revision !== undefined && revisionOf({ path, ...page }, snapshot) === page.revision;
    if (!isCurrent && !isPlaced) return null;
    // Its place holds, in what the app will show.
    const current = isCurrent ? page : { ...page, markup: '' };
    return { page: current as DrawnPage, updatedAt: new Date(snapshot.updatedAt) };
  }).catch(() => null);
}
