import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeReplica } from '#data/connection/lifecycle.ts';
import { updateSyncState } from '#data/device/sync-state.ts';
import { draftsOf } from '#data/drafts/drafts.ts';
import { openedReplica, setReplicaOpener } from '#data/replica/replica.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
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
afterEach(async () => {
  await closeReplica({ wipe: true });
  adoptSession(GUEST);
});

test('a comment can be written while the database opens, without losing focus or text', async () => {
  setReplicaOpener(() => import('#data/connection/lifecycle.ts'));
  await showPage();
  await expect.element(field()).toBeEnabled();
  await userEvent.click(field());
  await userEvent.keyboard('Which bay');
  const before = field().element();
  const replica = await openedReplica();
  if (!replica) throw new Error('No database was opened.');
  await showRow(replica.db, 'posts', POST, row);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Zeroed' })).toBeVisible();
  expect(document.activeElement).toBe(before);
  await userEvent.keyboard(' is that?');
  await expect.element(field()).toHaveValue('Which bay is that?');
  await expect
    .poll(() => draftsOf(account, `comment:${POST}`))
    .toMatchObject([{ fields: { text: 'Which bay is that?' } }]);
  await userEvent.click(page.getByRole('button', { name: 'Send comment' }));
  await expect.element(page.getByRole('listitem').getByText('Which bay is that?')).toBeVisible();
  await expect.element(field()).toHaveValue('');
});
