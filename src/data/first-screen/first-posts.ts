import { within } from '#lib/within.ts';
import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { accountOf, GUEST, sessionStore } from '../session/session.ts';
import { adoptSnapshot, keepSnapshot, snapshotStore } from './snapshot.ts';

declare global {
  /** Rows of the server's `first_posts`, requested by public/head.js. Undefined: the request failed. */
  var rangedayFirstPosts: Promise<unknown> | undefined;
}

/** How long the first paint waits. On a slow connection the posts arrive before the code. */
const PATIENCE_MS = 300;

/** The columns that a guest's row does not have. */
const UNTOUCHED = { vote: 0, pending: 0, state: null, last_error: null, held_at: null, is_new: 0 };

const isRow = (value: unknown): value is FeedRow => typeof (value as Partial<FeedRow> | null)?.id === 'string';

/** Null for anything else than our server's answer, such as a captive portal's page or an error. */
export function readFirstPosts(value: unknown): FeedPost[] | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRow)) return null;
  return value.map((row) => toFeedPost({ ...UNTOUCHED, ...row }, GUEST));
}

/**
 * On a first visit, shows the server's newest posts as the snapshot until the database has synced. Resolves when they are shown or after
 * PATIENCE_MS; posts that arrive later are still shown if there is no other snapshot. Never fails.
 */
export async function takeFirstPosts(): Promise<void> {
  const asked = globalThis.rangedayFirstPosts;
  if (!asked) return;
  const taken = asked.then((value) => {
    const posts = readFirstPosts(value);
    const isWanted = accountOf(sessionStore.get()) === accountOf(GUEST) && snapshotStore.get() === null;
    if (!posts || !isWanted) return;
    adoptSnapshot({ v: 2, account: accountOf(GUEST), posts, me: null, updatedAt: null });
    // What was seen stays, also when the device goes offline before the first sync.
    keepSnapshot(accountOf(GUEST), { posts });
  });
  await within(PATIENCE_MS, taken);
}
