import '#ui/testing/house-styles.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readOpenEdits, storeOpenEdits } from '#data/drafts/open-edits.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { placeOf } from '#ui/testing/place-of.ts';
import { render } from '#ui/testing/render.tsx';
import { LostEdits } from './lost-edits.tsx';
import { OutboxList } from './outbox-list.tsx';
import type { StoredAction } from './queries.ts';

const item = (part: Partial<StoredAction>): StoredAction => ({
  action_id: 'a',
  kind: 'post',
  entity_id: 'e',
  subject_id: null,
  state: 'queued',
  label: 'Words',
  about: null,
  bytes: 1200,
  input: null,
  created_at: new Date(Date.now() - 2.5 * 3_600_000).toISOString(),
  sent_at: null,
  attempts: 0,
  last_error: null,
  blocked_by: null,
  uncertain: 0,
  is_local: null,
  discard_at: null,
  ops: [],
  ...part,
});

async function show(items: StoredAction[], { holding = false } = {}) {
  const act = { onRetry: vi.fn(), onEdit: vi.fn(), onDiscard: vi.fn() };
  await render(<OutboxList items={items} holding={holding} {...act} />);
  return act;
}

test('a section has one stamp, and each item has its state for assistive technology', async () => {
  await show([
    item({ action_id: 'a', label: 'First' }),
    item({ action_id: 'b', label: 'Second', kind: 'message', about: '@bob' }),
  ]);
  const section = page.getByRole('region', { name: '2 will send automatically' });
  await expect.element(section).toBeVisible();
  expect(page.getByText('Queued', { exact: true }).elements()).toHaveLength(1);
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map((entry) => entry.textContent),
  ).toEqual([
    expect.stringContaining('Queued · Post · 2 h ago · 1 kB'),
    expect.stringContaining('Queued · Message to @bob'),
  ]);
});

test('an action in flight when the signal was lost is shown as unanswered', async () => {
  await show([item({ state: 'sending', attempts: 1, uncertain: 1 })], { holding: true });
  await expect.element(page.getByRole('region', { name: '1 may have been sent; checking' })).toBeVisible();
  await expect.element(page.getByText('No answer yet', { exact: true })).toBeVisible();
  expect(page.getByRole('listitem').element().textContent).toContain('No answer yet · Post');
});

test('a rejected parent and its dependents refer to each other; retry, edit and discard name their item', async () => {
  const refused = { state: 'refused', attempts: 1 } as const;
  const act = await show([
    item({ ...refused, action_id: 'p', label: 'Zeroed', last_error: 'You are muted.' }),
    item({ ...refused, action_id: 'c', kind: 'comment', label: 'Mine too', about: 'Zeroed', blocked_by: 'p' }),
    item({ ...refused, action_id: 'd', kind: 'delete_post', about: 'Old', last_error: 'It is pinned.' }),
    item({ ...refused, action_id: 'e', kind: 'edit_post', about: 'New', last_error: 'It is too long.' }),
    item({
      ...refused,
      action_id: 'f',
      kind: 'moderate_post',
      label: 'flag',
      about: 'Bad',
      last_error: 'Not allowed.',
    }),
    item({ ...refused, action_id: 'g', kind: 'moderate_post', label: 'pin', about: 'Good', last_error: 'It is gone.' }),
    item({ ...refused, action_id: 'h', kind: 'profile', label: '', last_error: 'Username already taken' }),
  ]);
  await expect.element(page.getByText('Failed to delete post: It is pinned.')).toBeVisible();
  await expect.element(page.getByText('Error updating post: It is too long.')).toBeVisible();
  await expect.element(page.getByText('Failed to flag post: Not allowed.')).toBeVisible();
  await expect.element(page.getByText('Error updating post: It is gone.')).toBeVisible();
  await expect.element(page.getByText('Failed to update profile. Username already taken')).toBeVisible();
  await expect.element(page.getByText('You are muted.')).toBeVisible();
  await expect.element(page.getByText('1 more is waiting for this.')).toBeVisible();
  await expect.element(page.getByText('Waiting for “Zeroed”, which was not sent.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Retry: Zeroed' }));
  await userEvent.click(page.getByRole('button', { name: 'Edit: Zeroed' }));
  await userEvent.click(page.getByRole('button', { name: 'Discard: Mine too' }));
  expect(act.onRetry).toHaveBeenCalledWith(expect.objectContaining({ action_id: 'p' }));
  expect(act.onEdit).toHaveBeenCalledWith(expect.objectContaining({ action_id: 'p' }));
  expect(act.onDiscard).toHaveBeenCalledWith(expect.objectContaining({ action_id: 'c' }));
});

test('titles from right to left keep their own marks, alone and within a sentence', async () => {
  await show([
    item({ action_id: 'p', label: 'מטווח?' }),
    item({ action_id: 'd', kind: 'delete_post', about: 'שלום!' }),
  ]);
  await expect.element(page.getByRole('heading', { name: 'מטווח?' })).toBeVisible();
  expect(placeOf(document.body, '?').left).toBeLessThan(placeOf(document.body, 'מטווח').left);
  expect(placeOf(document.body, '!').left).toBeLessThan(placeOf(document.body, 'שלום').left);
  expect(placeOf(document.body, 'Delete').left).toBeLessThan(placeOf(document.body, '!').left);
});

test('300 votes are one line until expanded; a message opens its text in place', async () => {
  const votes = Array.from({ length: 300 }, (_, index) =>
    item({ action_id: `v${index}`, kind: 'vote', label: 'up', about: `Post ${index}` }),
  );
  const message = item({
    action_id: 'm',
    kind: 'message',
    label: 'Ten minutes',
    ops: [{ op: 'PUT', table: 'private_messages', id: 'e', data: { content: 'Ten minutes out' } }],
  });
  await show([...votes, message]);
  await expect.element(page.getByRole('button', { name: '300 votes' })).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(2);
  await userEvent.click(page.getByRole('button', { name: '300 votes' }));
  expect(page.getByRole('heading', { level: 3, name: /^Vote up on/ }).elements()).toHaveLength(300);
  await userEvent.click(page.getByRole('button', { name: 'Edit: Ten minutes' }));
  const field = page.getByRole('textbox', { name: 'Message' });
  await expect.element(field).toHaveValue('Ten minutes out');
  await expect.element(field).toHaveFocus();
});

test.each([1, 2])(
  'after %i attempts without an answer an action is uncertain and cannot be edited',
  async (attempts) => {
    await show([item({ uncertain: attempts, last_error: 'timeout', attempts })]);
    await expect.element(page.getByText(/too weak at the last attempt · may already have been sent/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Edit/ })).not.toBeInTheDocument();
  },
);

test('an attempt changes no height, keeps the focus, and an item in it cannot be discarded', async () => {
  const failed = ['First', 'Second', 'Third with a text that is as long as two of its lines on a phone'].map((label) =>
    item({ action_id: label, kind: 'message', label, uncertain: 1, last_error: 'server', attempts: 1 }),
  );
  const attempted = failed.map((each): StoredAction => ({ ...each, state: 'sending', uncertain: 2, attempts: 2 }));
  const onDiscard = vi.fn();
  const items = createStore<StoredAction[]>(failed);
  const List = () => (
    <OutboxList items={useStore(items)} holding={false} onRetry={vi.fn()} onEdit={vi.fn()} onDiscard={onDiscard} />
  );
  await render(<List />);
  const places = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((each) => each.getBoundingClientRect().top);
  /** Items have an estimated height until the first frame with them. */
  const frame = () => new Promise(requestAnimationFrame);
  const settled = async () => (await frame(), await frame(), places());
  const before = await settled();
  const discard = page.getByRole('button', { name: 'Discard: Second' });
  (discard.element() as HTMLElement).focus();
  items.set(attempted);
  await expect.element(page.getByRole('region', { name: '3 being sent' })).toBeVisible();
  expect(await settled()).toEqual(before);
  await expect.element(discard).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onDiscard).not.toHaveBeenCalled();
  items.set([attempted[0]!, ...failed.slice(1)]);
  await expect.element(page.getByRole('region', { name: '2 will send automatically' })).toBeVisible();
  items.set(failed);
  await expect.element(page.getByRole('region', { name: '3 will send automatically' })).toBeVisible();
  expect(await settled()).toEqual(before);
  await expect.element(discard).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onDiscard).toHaveBeenCalledOnce();
});

test('what is typed into an item stays while it is sent, and can be copied when it was', async () => {
  const queued = item({
    action_id: 'typed',
    kind: 'message',
    label: 'Bay 4',
    ops: [{ op: 'PUT', table: 'private_messages', id: 'e', data: { content: 'Bay 4' } }],
  });
  const items = createStore<StoredAction[]>([queued]);
  const Page = () => (
    <>
      <LostEdits items={useStore(items)} />
      <OutboxList items={useStore(items)} holding={false} onRetry={vi.fn()} onEdit={vi.fn()} onDiscard={vi.fn()} />
    </>
  );
  await render(<Page />);
  const edit = page.getByRole('button', { name: 'Edit: Bay 4' });
  const field = page.getByRole('textbox', { name: 'Message' });
  const lost = page.getByRole('region', { name: 'Your change was not saved' });

  // Nothing was typed.
  await userEvent.click(edit);
  await expect.element(field).toHaveValue('Bay 4');
  items.set([]);
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(lost).not.toBeInTheDocument();
  items.set([queued]);
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));

  await userEvent.click(edit);
  await userEvent.fill(field, 'Bay 5, not 4');
  items.set([{ ...queued, state: 'sending' }]);
  await expect.element(field).toHaveValue('Bay 5, not 4');
  for (const after of [[{ ...queued, state: 'sent' as const, sent_at: new Date().toISOString() }], []]) {
    items.set(after);
    await expect.element(lost).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Unsaved text' })).toHaveValue('Bay 5, not 4');
  }
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await userEvent.click(page.getByRole('button', { name: 'Copy text' }));
  expect(write).toHaveBeenCalledExactlyOnceWith('Bay 5, not 4');
  await userEvent.click(page.getByRole('button', { name: 'Close' }));
  await expect.element(lost).not.toBeInTheDocument();
});

test('what is typed into an item is stored at once, and shown by the next page and by another tab', async () => {
  const queued = item({
    ...{ action_id: 'kept', kind: 'message', label: 'Bay 4' },
    ops: [{ op: 'PUT', table: 'private_messages', id: 'e', data: { content: 'Bay 4' } }],
  });
  await show([queued]);
  const field = page.getByRole('textbox', { name: 'Message' });
  await userEvent.click(page.getByRole('button', { name: 'Edit: Bay 4' }));
  await userEvent.fill(field, 'Bay 5, not 4');
  const edit = { action_id: 'kept', account: 'guest', before: 'Bay 4', text: 'Bay 5, not 4' };
  const stored = () => readOpenEdits('guest').filter(({ action_id }) => action_id === 'kept');
  expect(stored()).toEqual([edit]);
  storeOpenEdits('guest', [{ ...edit, text: 'Bay 6' }]);
  dispatchEvent(new StorageEvent('storage', { key: 'rangeday-edits:guest' }));
  await expect.element(field).toHaveValue('Bay 6');
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  expect(stored()).toEqual([]);
});

test('a sent, unconfirmed action has an explanation and no buttons', async () => {
  await show([item({ state: 'sent', label: 'Zeroed', sent_at: new Date().toISOString() })]);
  const section = page.getByRole('region', { name: '1 sent, not confirmed yet' });
  await expect.element(section.getByText('The server has received it,', { exact: false })).toBeVisible();
  await expect.element(section.getByRole('heading', { level: 3, name: 'Zeroed' })).toBeVisible();
  expect(section.getByRole('button').elements()).toEqual([]);
});
