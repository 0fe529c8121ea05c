import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toFeedPost } from '#contract/feed-post.ts';
import { feedRowOf } from '#contract/testing/feed-row-of.ts';
import { meOf } from '#contract/testing/me-of.ts';
import { adoptSnapshot } from '#data/first-screen/snapshot.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import type { Draft } from '#features/drafts/drafts.ts';
import { EditForm } from './edit-form.tsx';

vi.mock('./edit-queries.ts', () => ({ useStoredPictures: () => [], useReaders: () => null }));

const ROW = feedRowOf({ id: 'p', user_id: 'a', title: 'Saturday', visibility: 'public', poll_id: 'q' });
const NOT_LOADED = 'Its poll stays. You can change it when it has loaded, until somebody votes.';

const DRAFT: Draft<'edit'> = {
  ...{ id: 'd', kind: 'edit', place: 'edit:1', owner: 'a' },
  ...{ fields: { title: 'Saturday' }, files: [], changed_at: 0 },
};

test('the switch Pin to Top is always there, with the reason why a member cannot use it', async () => {
  const change = vi.fn();
  const open = (sticky: number) =>
    render(
      <EditForm
        post={toFeedPost({ ...ROW, sticky, poll_id: null }, GUEST)}
        draft={DRAFT}
        offline={false}
        change={change}
        changeFiles={async () => null}
        onUpdated={() => {}}
      />,
    );
  const host = await open(1);
  const pin = page.getByRole('switch', { name: /^Pin to Top/ });
  await expect.element(pin).toBeChecked();
  await expect.element(pin).toBeDisabled();
  await expect.element(page.getByText('Only admins and the ceo can pin a post.')).toBeVisible();
  host.remove();

  const id = crypto.randomUUID();
  const me = meOf('addy', { id, role: 'admin' });
  adoptSession({ kind: 'member', userId: id, email: 'addy@example.test', username: 'addy' });
  adoptSnapshot({ v: 2, account: id, posts: [], me, updatedAt: null });
  await open(0);
  await userEvent.click(pin);
  expect(change).toHaveBeenCalledExactlyOnceWith({ sticky: true });
  adoptSnapshot(null);
  adoptSession(GUEST);
});

test('a poll that is not on the device is named, until it has loaded', async () => {
  const open = (poll: string | null) =>
    render(
      <EditForm
        post={toFeedPost({ ...ROW, poll }, GUEST)}
        draft={DRAFT}
        offline={false}
        change={() => {}}
        changeFiles={async () => null}
        onUpdated={() => {}}
      />,
    );
  const host = await open(null);
  await expect.element(page.getByText(NOT_LOADED)).toBeVisible();
  host.remove();
  await open('["Which stage?",["Smoke","Five"],[0,0],null]');
  await expect.element(page.getByLabelText('Poll question')).toHaveValue('Which stage?');
  expect(page.getByText(NOT_LOADED).query()).toBeNull();
});
