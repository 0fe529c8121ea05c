import { within } from '#lib/within.ts';
import type { Ad } from '#contract/ad-row.ts';
import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { accountOf, GUEST, sessionStore } from '../session/session.ts';
import { adoptSnapshot, storeSnapshot, snapshotStore } from './snapshot.ts';

declare global {
  /** The answer of the server's `first_posts`, requested by public/head.js. Undefined: the request failed. */
  var rangedayFirstPosts: Promise<unknown> | undefined;
}

/** How long the first paint waits. On a slow connection the posts arrive before the code. */
const PATIENCE_MS = 300;

/** The columns that a guest's row does not have. */
const UNTOUCHED = { vote: 0, pending: 0, state: null, last_error: null, held_at: null, is_new: 0 };

const isRow = (value: unknown): value is FeedRow => typeof (value as Partial<FeedRow> | null)?.id === 'string';

/** Null for anything else than our server's answer, such as a captive portal's page or an error. */
export function readFirstPosts(value: unknown): { posts: FeedPost[]; ads: Ad[] } | null {
  const { posts, ads = [] } = (value ?? {}) as { posts?: unknown; ads?: Ad[] };
  if (!Array.isArray(posts) || posts.length === 0 || !posts.every(isRow)) return null;
  return { posts: posts.map((row) => toFeedPost({ ...UNTOUCHED, ...row }, GUEST)), ads };
}

/** Shows the server's newest posts on a first visit. Resolves when shown or after PATIENCE_MS. Never fails. */
export async function takeFirstPosts(): Promise<void> {
  const asked = globalThis.rangedayFirstPosts;
  if (!asked) return;
  const taken = asked.then((value) => {
    const first = readFirstPosts(value);
    const isWanted = accountOf(sessionStore.get()) === accountOf(GUEST) && snapshotStore.get() === null;
    if (!first || !isWanted) return;
    adoptSnapshot({ v: 2, account: accountOf(GUEST), ...first, me: null, updatedAt: null });
    // What was seen stays, also when the device goes offline before the first sync.
    storeSnapshot(accountOf(GUEST), first);
  });
  await within(PATIENCE_MS, taken);
}
