import { fingerprint } from '#lib/fingerprint.ts';
import { createStore, type Store } from '#lib/store.ts';
import type { Ad } from '#contract/ad-row.ts';
import type { FeedPost } from '#contract/feed-post.ts';
import type { Me } from '#contract/me-row.ts';
import { removeKey, writeKey } from '../device/kv.ts';
import { updateSyncState } from '../device/sync-state.ts';
import { drawnPageKeys, snapshotKey } from './drawn-keys.ts';

/** The first screen of the feed, painted at the next start before the database is open. One per account. */
export interface Snapshot {
  v: 2;
  account: string;
  posts: readonly FeedPost[];
  friends?: readonly FeedPost[];
  /** The ad of the feed. A second one if that does not fit a window of another width. */
  ads?: readonly Ad[];
  me: Me | null;
  /** ISO time of the last sync; null: never synced. */
  updatedAt: string | null;
  /** The fingerprint of posts and profile. Missing in a snapshot that is not stored. */
  revision?: string;
}

/** Enough for the first screens. Bytes of JSON, since the first paint waits for reading it. */
export const SNAPSHOT_LIMITS = { posts: 20, bytes: 48 * 1024 } as const;
const FRIENDS_LIMITS = { posts: 5, bytes: 16 * 1024 } as const;
const WRITE_DELAY_MS = 400;

const current = createStore<Snapshot | null>(null);
export const snapshotStore: Store<Snapshot | null> = current;

/** Validates a stored value; null for another account or version. */
export function readSnapshot(value: unknown, account: string): Snapshot | null {
  const found = value as Partial<Snapshot> | undefined;
  return found?.v === 2 && found.account === account && Array.isArray(found.posts) ? (found as Snapshot) : null;
}

/** Shows a snapshot and its age. */
export function adoptSnapshot(snapshot: Snapshot | null): void {
  current.set(snapshot);
  if (snapshot?.updatedAt) updateSyncState({ updatedAt: new Date(snapshot.updatedAt), synced: true });
}

const encoder = new TextEncoder();

/** Without half of an emoji at its end. Not lib/cut-text, which the first screen would load for this alone. */
const cutDescription = (text: string): string => text.slice(0, 2000).replace(/[\uD800-\uDBFF]$/, '');

/** The first posts that fit. A single huge post is truncated, since an empty first screen would be worse. */
export function boundPosts(
  posts: readonly FeedPost[],
  limits: { posts: number; bytes: number } = SNAPSHOT_LIMITS,
): FeedPost[] {
  const kept: FeedPost[] = [];
  let left = limits.bytes - 1024;
  for (const post of posts.slice(0, limits.posts)) {
    const size = encoder.encode(JSON.stringify(post)).length + 1;
    if (size > left && kept.length > 0) break;
    kept.push(size > left ? { ...post, description: cutDescription(post.description) } : post);
    left -= size;
  }
  return kept;
}

let timer: ReturnType<typeof setTimeout> | undefined;
let pending: Snapshot | null = null;
let lastWrite = 0;

/** Stores parts of the snapshot after a short delay; the other parts stay. */
export function storeSnapshot(
  account: string,
  part: Partial<Pick<Snapshot, 'posts' | 'friends' | 'ads' | 'me' | 'updatedAt'>>,
): void {
  const base = pending?.account === account ? pending : readSnapshot(current.get() ?? undefined, account);
  pending = { v: 2, account, posts: [], me: null, updatedAt: null, ...base, ...part };
  // A post that the member has just written is stored at once, in case the process is killed.
  if (part.posts?.some(({ id, isNew }) => isNew && !base?.posts.some((post) => post.id === id))) {
    return void flushSnapshot();
  }
  const sinceLast = Date.now() - lastWrite;
  timer ??= setTimeout(() => void flushSnapshot(), Math.max(0, WRITE_DELAY_MS - sinceLast));
}

/** Stores pending parts now. Call when the page is hidden. */
export async function flushSnapshot(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const snapshot = pending;
  if (!snapshot) return;
  pending = null;
  lastWrite = Date.now();
  const { posts, friends = [] } = snapshot;
  const bounded = { ...snapshot, posts: boundPosts(posts), friends: boundPosts(friends, FRIENDS_LIMITS) };
  // Of the content alone: tabs that show the same posts may store each other's drawn page.
  bounded.revision = fingerprint(contentOf(bounded));
  current.set(bounded);
  await writeKey(snapshotKey(bounded.account), bounded);
}

const contentOf = ({ account, posts, friends, ads, me }: Snapshot): string =>
  JSON.stringify([account, posts, friends, ads, me]);

/** At a log-out: nothing of this account may be shown to the next member. */
export async function dropSnapshot(account: string): Promise<void> {
  if (pending?.account === account) pending = null;
  if (current.get()?.account === account) current.set(null);
  // In this order: without its snapshot no tab can write the page again.
  await removeKey(snapshotKey(account));
  for (const key of drawnPageKeys(account)) await removeKey(key);
}
