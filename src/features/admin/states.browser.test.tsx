import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LogEntry, StaffCase } from '#contract/staff.ts';
import { updateSyncState } from '#data/device/sync-state.ts';
import { render } from '#ui/testing/render.tsx';
import { toastStore } from '#ui/toast-store.ts';
import { FutureTools } from './future-tools.tsx';
import { handleCase, listCases, listLog, switchBanTools } from './mutations.ts';
import { useFlaggedPosts } from './queries.ts';
import { Queue } from './queue.tsx';
import { StaffLog } from './staff-log.tsx';

vi.mock('./mutations.ts', () => ({
  handleCase: vi.fn(),
  listCases: vi.fn(),
  listLog: vi.fn(),
  loadEvidence: vi.fn(),
  switchBanTools: vi.fn(),
}));
vi.mock('./queries.ts', async (original) => ({
  ...(await original<object>()),
  useFlaggedPosts: vi.fn(),
  useOpenReports: () => ({ rows: [], ready: true, complete: true, missing: 'gone' }),
}));

const OFFLINE = { ok: false, code: 'offline', message: '' } as const;
const shown = () => toastStore.get().map(({ text }) => text);
const contact = (n: number, part: Partial<StaffCase> = {}): StaffCase => ({
  ...{ id: `m${n}`, kind: 'contact', created_at: '2026-11-25T12:00:00Z', is_done: false, note: null },
  ...{ handled_by: null, handled_at: null },
  fields: { name: `Visitor ${n}`, text: 'Hello', email: 'v@example.test', from: null },
  ...part,
});
const contacts = (from: number, count: number) => Array.from({ length: count }, (_, index) => contact(from + index));

beforeEach(async () => {
  await page.viewport(1280, 900);
  updateSyncState({ phase: 'online', updatedAt: null, synced: true });
  vi.mocked(useFlaggedPosts).mockReturnValue({ rows: [], ready: true, complete: true, missing: 'gone' });
});
afterEach(() => toastStore.set([]));

test('the queue shows that nothing waits, that it is loading, and what is not on this device', async () => {
  const answer = Promise.withResolvers<Awaited<ReturnType<typeof listCases>>>();
  vi.mocked(listCases).mockReturnValueOnce(answer.promise);
  await render(<Queue onHandled={() => {}} />);
  await expect.element(page.getByText('Loading...', { exact: true })).toBeVisible();
  updateSyncState({ phase: 'offline' });
  answer.resolve(OFFLINE);
  await expect
    .element(
      page.getByText('You are offline. Child-safety reports and contact messages are not stored on this device.'),
    )
    .toBeVisible();
  vi.mocked(listCases).mockResolvedValue({ ok: true, body: [] });
  updateSyncState({ phase: 'online' });
  await expect.element(page.getByText('Nothing to do.')).toBeVisible();
});

test('what flagged posts and cases are called; a case is done once, opened again, and both admins learn who was first', async () => {
  vi.mocked(useFlaggedPosts).mockReturnValue({
    rows: [{ id: 'p1', title: '', author: 'zed', flaggedBy: null, flaggedAt: '2026-11-25T12:00:00Z' }],
    ...{ ready: true, complete: true, missing: 'gone' },
  });
  const child = contact(1, {
    kind: 'csae',
    fields: { post_url: 'https://a.example/1', text: 'x', email: null, from: null },
  });
  vi.mocked(listCases).mockResolvedValue({ ok: true, body: [child, contact(2)] });
  await render(<Queue onHandled={() => {}} />);
  await expect.element(page.getByRole('heading', { name: 'Child safety 1 open' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Flagged by staff 1 open' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Contact messages 1 open' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Post without a title.*Flagged$/ })).toBeVisible();
  await expect.element(page.getByText('Choose a case to see it here.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^Child-safety report.*Guest · no files$/ }));
  await expect.element(page.getByText('a guest, no email')).toBeVisible();
  await expect.element(page.getByText('not named')).toBeVisible();
  await expect.element(page.getByText('The report itself stays. It cannot be changed or removed.')).toBeVisible();

  for (const [handled, text] of [
    [{ changed: true, is_done: true, handled_by: 'kip' }, 'Marked as done.'],
    [{ changed: false, is_done: true, handled_by: 'dana' }, '@dana was first.'],
    [{ changed: false, is_done: true, handled_by: null }, 'Somebody else was first.'],
  ] as const) {
    vi.mocked(handleCase).mockResolvedValueOnce({ ok: true, body: handled });
    await userEvent.click(page.getByRole('button', { name: /^Visitor 2/ }));
    await userEvent.click(page.getByRole('button', { name: 'Mark as done' }));
    await expect.poll(shown).toContain(text);
  }
  vi.mocked(listCases).mockResolvedValue({
    ok: true,
    body: [contact(3, { is_done: true, handled_by: 'dana', note: 'Called' })],
  });
  vi.mocked(handleCase).mockResolvedValue({ ok: true, body: { changed: true, is_done: false, handled_by: 'kip' } });
  await userEvent.click(page.getByRole('button', { name: /^Visitor 2/ }));
  await userEvent.click(page.getByRole('button', { name: 'Mark as done' }));
  await userEvent.click(page.getByRole('button', { name: /^Visitor 3.*Done/ }));
  await expect.element(page.getByText('Done by @dana “Called”')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Open again' }));
  await expect.poll(shown).toContain('Open again.');
  expect(vi.mocked(handleCase).mock.lastCall?.[1]).toBe(false);
});

test('older cases stay in the queue when the connection is back, and are of the present', async () => {
  vi.mocked(listCases).mockImplementation(async (skip) => ({ ok: true, body: contacts(skip, skip === 0 ? 100 : 1) }));
  await render(<Queue onHandled={() => {}} />);
  await userEvent.click(page.getByRole('button', { name: 'Older cases' }));
  await expect.element(page.getByRole('button', { name: /^Visitor 100/ })).toBeVisible();
  vi.mocked(listCases).mockImplementation(async (skip) => ({
    ok: true,
    body: contacts(500 + skip, skip === 0 ? 100 : 1),
  }));
  updateSyncState({ phase: 'offline' });
  await expect.element(page.getByRole('button', { name: 'Older cases' })).not.toBeInTheDocument();
  updateSyncState({ phase: 'online' });
  await expect.element(page.getByRole('button', { name: /^Visitor 600/ })).toBeVisible();
  expect(page.getByRole('button', { name: /^Visitor 100/ }).query()).toBeNull();
});

const STEPS = {
  flag: 'flagged a post',
  unflag: 'unflagged a post',
  lock: 'locked comments on a post',
  unlock: 'unlocked comments on a post',
  pin: 'pinned a post',
  unpin: 'unpinned a post',
  delete_post: 'deleted a post',
  restore_post: 'restored a post',
  delete_comment: 'deleted a comment',
  restore_comment: 'restored a comment',
  close_report: 'closed a report',
  open_report: 'opened a report again',
  close_csae: 'marked a child-safety report as done',
  open_csae: 'opened a child-safety report again',
  close_contact: 'marked a contact message as done',
  open_contact: 'opened a contact message again',
  view_evidence: 'looked at evidence',
  view_picture: 'looked at a reported picture',
  view_video: 'looked at a reported video',
  promote: 'made an admin',
  demote: 'took back the promotion',
  ban: 'banned the account',
  unban: 'lifted the ban',
  mute: 'muted the account',
  unmute: 'lifted the mute',
  tools_on: 'switched ban and mute on',
  tools_off: 'switched ban and mute off',
};

test('the log names every step, and says why it has none', async () => {
  const entries = Object.keys(STEPS).map((action, n): LogEntry => ({
    ...{ id: action, action, actor: n === 0 ? null : 'kip', target: null, subject_id: null, title: null, note: null },
    ...{ undoes: null, is_undone: false, can_undo: false, created_at: '2026-11-25T12:00:00Z' },
  }));
  vi.mocked(listLog).mockResolvedValue({ ok: true, body: entries });
  await render(<StaffLog />);
  const lines = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await expect.poll(() => lines.elements().length).toBe(entries.length);
  const texts = lines.elements().map((line) => line.querySelector('p')?.textContent);
  expect(texts).toEqual(Object.values(STEPS).map((step, n) => `${n === 0 ? 'A deleted account' : '@kip'} ${step}`));

  vi.mocked(listLog).mockResolvedValue({ ok: true, body: [] });
  await userEvent.fill(page.getByLabelText('Search the log'), 'nobody');
  await expect.element(page.getByText('No entry matches.')).toBeVisible();
  await userEvent.clear(page.getByLabelText('Search the log'));
  await expect.element(page.getByText('No entries yet.')).toBeVisible();
  vi.mocked(listLog).mockResolvedValue(OFFLINE);
  await userEvent.fill(page.getByLabelText('Search the log'), 'more');
  await expect.element(page.getByText('You are offline. The log is not stored on this device.')).toBeVisible();
});

test('future tools are named with their states; the ceo switches ban and mute, with the network only', async () => {
  const overview = { problem: null, at: null, reload: vi.fn() };
  const value = { ban_tools: true, warned: 0, open_cases: 0, oldest_case: null };
  await render(<FutureTools isCeo overview={{ ...overview, value }} />);
  const lines = page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'ShadowbanOnly the member would still see what they post.Coming Soon',
    'BanThe member reads as a guest until it is lifted.In the Works',
    'Post visibility changeMake a public post friends-only, or the other way round.Coming Soon',
  ]);
  await expect
    .element(page.getByText('Adds both to the table of users, for admins too. Only the ceo can switch it.'))
    .toBeVisible();
  vi.mocked(switchBanTools).mockResolvedValue({ ok: true, body: true });
  await userEvent.click(page.getByRole('switch', { name: /^Ban and mute/ }));
  await expect.poll(shown).toEqual(['Ban and mute are off.']);
  expect(overview.reload).toHaveBeenCalledTimes(1);
  updateSyncState({ phase: 'offline' });
  await expect.element(page.getByRole('switch')).toBeDisabled();
  await expect.element(page.getByText('You are offline. This needs a connection.')).toBeVisible();

  await render(<FutureTools isCeo={false} overview={{ ...overview, value }} />);
  await expect.element(page.getByText('Ban and mute are on.')).toBeVisible();
  expect(page.getByRole('switch').elements()).toHaveLength(1);
});
