import type { FeedPost } from '#contract/feed-post.ts';
import { readKey } from '../device/kv.ts';
import { postJson } from '../http/request.ts';
import { accountOf, GUEST, type Session, sessionStore } from '../session/session.ts';
import { snapshotKey } from './drawn-keys.ts';
import { readFirstPosts } from './first-posts.ts';
import { adoptSnapshot, flushSnapshot, storeSnapshot, readSnapshot, type Snapshot, snapshotStore } from './snapshot.ts';

const GUESTS = accountOf(GUEST);
const TIMEOUT_MS = 15_000;

/**
 * After a change of the account: shows its own snapshot until its database is open. Without one, the public posts that
 * a guest has seen on this device, and without those the server's newest. Nothing of another member: a log-out has
 * deleted their snapshot.
 */
export async function showSnapshotOf(session: Session): Promise<void> {
  const account = accountOf(session);
  const isCurrent = () => accountOf(sessionStore.get()) === account;
  const show = ({ posts, ads }: Pick<Snapshot, 'posts' | 'ads'>) =>
    adoptSnapshot({
      ...{ v: 2, account, me: null, updatedAt: null },
      posts: posts.map((post) => own(post, account)),
      ...(ads && { ads }),
    });
  // At once, so that the feed is not replaced by placeholders.
  const guests = account === GUESTS ? null : (ofGuests(snapshotStore.get()) ?? ofGuests(await stored(GUESTS)));
  if (guests && isCurrent()) show(guests);

  const found = await stored(account);
  if (!isCurrent()) return;
  if (found) return adoptSnapshot(found);
  if (!guests) {
    const reply = await postJson('/rest/v1/rpc/first_posts', {}, { timeoutMs: TIMEOUT_MS }).catch(() => null);
    const first = readFirstPosts(reply?.body);
    if (!first || !isCurrent() || snapshotStore.get()?.account === account) return;
    show(first);
  }
  // A reload before the first rows shows them, too, also one that comes now.
  storeSnapshot(account, {});
  await flushSnapshot();
}

const stored = async (account: string): Promise<Snapshot | null> =>
  readSnapshot(await readKey(snapshotKey(account)).catch(() => undefined), account);

const ofGuests = (snapshot: Snapshot | null) =>
  snapshot?.account === GUESTS && snapshot.posts.length > 0 ? snapshot : null;

const own = (post: FeedPost, account: string): FeedPost => (post.user_id === account ? { ...post, mine: true } : post);
