import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { updateSyncState } from '#data/device/sync-state.ts';
import { draftsOf } from '#data/drafts/drafts.ts';
import { adoptSnapshot } from '#data/first-screen/snapshot.ts';
import { setReplicaOpener } from '#data/replica/replica.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { toFeedPost, type FeedRow } from '#contract/feed-post.ts';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import { render } from '#ui/testing/render.tsx';
import { PostPage } from './post-page.tsx';

const POST = '018f0000-0000-7000-8000-000000000003';
const row = {
  id: POST,
  user_id: '018f0000-0000-7000-8000-000000000002',
  title: 'Zeroed',
  visibility: 'public',
  status: 'live',
  created_at: '2026-11-21T10:00:00Z',
};
const field = () => page.getByLabelText('Comment on this post');
const showPage = () => render(<PostPage postId={POST} commentId={undefined} onDeleted={() => {}} />);

let account: string;
beforeEach(() => {
  account = crypto.randomUUID();
  updateSyncState({ phase: 'opening', updatedAt: null, synced: false });
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
});
afterEach(() => {
  adoptSnapshot(null);
  adoptSession(GUEST);
});

// Only the columns that the page shows.
const post = toFeedPost(
  { ...row, score: 3, vote: 0, comment_count: 0 } as unknown as FeedRow,
  { kind: 'guest' } as never,
);
const heading = page.getByRole('heading', { level: 1, name: 'Zeroed' });

test('an entry that was pressed in any list is shown before the database is open, but not to another account', async () => {
  setReplicaOpener(async () => ({ followSession() {}, tryAgain: async () => {} }));
  await render(<FeedEntry post={post} />);
  await userEvent.click(page.getByRole('link', { name: 'Zeroed' }));
  await showPage();
  await expect.element(heading).toBeVisible();
  adoptSession({ kind: 'member', userId: crypto.randomUUID(), email: 'b@example.test', username: 'bob' });
  await showPage();
  await expect.element(page.getByText('Loading post...').last()).toBeVisible();
});

// In a file of its own: once the lifecycle follows the session, it opens a database for each account.
test('without a database the page shows an error, and the text stays a draft', async () => {
  setReplicaOpener(async () => ({ followSession() {}, tryAgain: async () => {} }));
  adoptSnapshot({ v: 2, account, posts: [post], me: null, updatedAt: null });
  await showPage();
  await expect.element(heading).toBeVisible();
  await userEvent.fill(field(), 'Kept words');
  // The lifecycle reports this after the last kind of storage has failed.
  updateSyncState({ phase: 'unavailable' });
  await expect
    .element(page.getByText(/cannot open its storage in this browser, so comments cannot be sent/))
    .toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Send comment' }));
  await expect.element(page.getByText(/does not allow Rangeday to store anything/)).toBeVisible();
  await userEvent.fill(field(), 'Kept words all the same');
  await expect
    .poll(() => draftsOf(account, `comment:${POST}`))
    .toMatchObject([{ fields: { text: 'Kept words all the same' } }]);

  adoptSnapshot(null);
  await expect.element(page.getByText(/cannot open its storage. Close other Rangeday tabs/)).toBeVisible();
});
