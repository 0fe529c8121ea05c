import { within } from '#lib/within.ts';
import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { accountOf, GUEST, sessionStore } from '../session/session.ts';
import { adoptSnapshot, snapshotStore } from './snapshot.ts';

declare global {
  /** Rows of the server's `first_posts`, asked for by public/head.js; undefined: none were to be had. */
  var rangedayFirstPosts: Promise<unknown> | undefined;
}

/** How long the first paint waits for them. On a slow line they arrive before the code does; without a network nothing does. */
const PATIENCE_MS = 300;

/** What a guest's row leaves out. */
const UNTOUCHED = { vote: 0, pending: 0, state: null, last_error: null, held_at: null, is_new: 0 };

const isRow = (value: unknown): value is FeedRow => typeof (value as Partial<FeedRow> | null)?.id === 'string';

/** Null for anything that is not an answer of ours: a portal's page, an error. */
export function readFirstPosts(value: unknown): FeedPost[] | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRow)) return null;
  return value.map((row) => toFeedPost({ ...UNTOUCHED, ...row }, GUEST));
}

/**
 * On a first visit: what is in the feed now, as the picture that is shown until the database has come and synced. Resolves when it
 * is there or not worth waiting for; a late one is still taken when nothing else is on screen. Never fails.
 */
export async function takeFirstPosts(): Promise<void> {
  const asked = globalThis.rangedayFirstPosts;
  if (!asked) return;
  const taken = asked.then((value) => {
    const posts = readFirstPosts(value);
    const isWanted = accountOf(sessionStore.get()) === accountOf(GUEST) && snapshotStore.get() === null;
    if (posts && isWanted) adoptSnapshot({ v: 2, account: accountOf(GUEST), posts, me: null, updatedAt: null });
  });
  await within(PATIENCE_MS, taken);
}
