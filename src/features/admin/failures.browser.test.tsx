import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LogEntry, StaffMember } from '#contract/staff.ts';
import { updateSyncState } from '#data/device/sync-state.ts';
import { render } from '#ui/testing/render.tsx';
import { toastStore } from '#ui/toast-store.ts';
import { listLog, listStaffMembers, promoteToAdmin, undoStep } from './mutations.ts';
import { StaffLog } from './staff-log.tsx';
import { Users } from './users.tsx';

vi.mock('./mutations.ts', () => ({
  listLog: vi.fn(),
  listStaffMembers: vi.fn(),
  moderateMember: vi.fn(),
  promoteToAdmin: vi.fn(),
  undoStep: vi.fn(),
}));
const kept = vi.hoisted(() => ({ rows: [] as unknown[] }));
vi.mock('./queries.ts', () => ({ useKeptMembers: () => ({ rows: kept.rows, ready: true, complete: true }) }));
vi.mock('#features/me/queries.ts', () => ({ useMe: () => ({ id: 'kip', role: 'ceo' }) }));

const MEMBER: StaffMember = {
  ...{ id: 'u1', username: 'zed', profile_image_url: null, role: 'user', is_banned: false, is_muted: false },
  ...{ is_official: false, joined_at: '2026-01-01T00:00:00Z', flagged_posts: 0, post_count: 1 },
  ...{ comment_count: 2, report_count: 0 },
};
const entry = (n: number): LogEntry => ({
  ...{ id: `e${n}`, action: 'flag', actor: 'kip', target: 'zed', subject_id: null, title: `Post ${n}`, note: null },
  ...{ undoes: null, is_undone: false, can_undo: n === 0, created_at: new Date(1e12 - n).toISOString() },
});
const entries = (from: number, count: number) => Array.from({ length: count }, (_, index) => entry(from + index));
const shown = () => toastStore.get().map(({ text }) => text);
const overview = { ban_tools: true, warned: 0, open_cases: 0, oldest_case: null };

beforeEach(async () => {
  await page.viewport(1280, 900);
  updateSyncState({ phase: 'online', updatedAt: null, synced: true, signInNeeded: false });
});
afterEach(() => {
  toastStore.set([]);
  kept.rows = [];
});

test('failures of the table of users have their texts', async () => {
  vi.mocked(listStaffMembers).mockResolvedValueOnce({ ok: false, code: 'unknown', message: 'No answer.' });
  vi.mocked(listStaffMembers).mockResolvedValue({ ok: true, body: [MEMBER] });
  vi.mocked(promoteToAdmin).mockResolvedValue({ ok: false, code: 'unknown', message: 'x' });
  await render(<Users isCeo overview={overview} onChanged={() => {}} />);
  await expect.element(page.getByText('Failed to load users: No answer.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await userEvent.click(page.getByRole('button', { name: 'Promote to Admin' }));
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Promote to Admin' }));
  await expect.poll(shown).toContain('Promotion failed.');
});

test('the filter has the number of flagged members of this device when offline, and none until it is known', async () => {
  const answer = Promise.withResolvers<Awaited<ReturnType<typeof listStaffMembers>>>();
  vi.mocked(listStaffMembers).mockReturnValueOnce(answer.promise);
  kept.rows = [MEMBER, { ...MEMBER, id: 'u2', username: 'ann', flagged_posts: 3 }];
  await render(<Users isCeo overview={null} onChanged={() => {}} />);
  const filter = page.getByRole('button', { name: /^3 or more flagged posts/ });
  await expect.element(page.getByRole('button', { name: '3 or more flagged posts', exact: true })).toBeVisible();
  answer.resolve({ ok: false, code: 'offline', message: '' });
  await expect.element(filter).toHaveTextContent('3 or more flagged posts · 1');
  vi.mocked(listStaffMembers).mockResolvedValue({ ok: false, code: 'offline', message: '' });
  await userEvent.click(filter);
  expect(page.getByRole('row').filter({ hasText: '@' }).elements()).toHaveLength(1);
});

/** One member and one step in the log. */
async function showSteps(): Promise<void> {
  vi.mocked(listStaffMembers).mockResolvedValue({ ok: true, body: [MEMBER] });
  vi.mocked(listLog).mockResolvedValue({ ok: true, body: entries(0, 1) });
  await render(
    <>
      <Users isCeo overview={overview} onChanged={() => {}} />
      <StaffLog />
    </>,
  );
}

test('offline the steps stay, disabled, with the reason', async () => {
  await showSteps();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  updateSyncState({ phase: 'offline' });
  await expect
    .element(page.getByText('You are offline. Members can be promoted, banned and muted when you are online.'))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Promote to Admin' })).toBeDisabled();
  await expect.element(page.getByText('You are offline. A step can be undone when you are online.')).toBeVisible();
  // The table and the log are of a moment ago, and load again with the connection.
  await expect.poll(() => page.getByText(/^You are offline\. Loaded \w+ \d+, \d{4} at \d/).elements().length).toBe(2);
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: 'More actions for @zed' }));
  await expect.element(page.getByRole('menuitem', { name: /^Ban/ })).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText('You are offline. This needs a connection.').first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  vi.mocked(listStaffMembers).mockResolvedValue({ ok: true, body: [{ ...MEMBER, post_count: 31 }] });
  vi.mocked(listLog).mockResolvedValue({ ok: true, body: entries(7, 1) });
  updateSyncState({ phase: 'online' });
  await expect.element(page.getByRole('cell', { name: '31', exact: true })).toBeVisible();
  await expect.element(page.getByText(/Post 7/)).toBeVisible();
  expect(page.getByText(/^You are offline/).query()).toBeNull();
});

test('the end of the session is not called offline: the steps stay, and the server says what it needs', async () => {
  await showSteps();
  await expect.element(page.getByRole('button', { name: 'Promote to Admin' })).toBeEnabled();
  updateSyncState({ phase: 'offline' });
  await expect.element(page.getByRole('button', { name: 'Promote to Admin' })).toBeDisabled();
  updateSyncState({ signInNeeded: true });
  await expect.element(page.getByRole('button', { name: 'Promote to Admin' })).toBeEnabled();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  expect(page.getByText(/^You are offline/).query()).toBeNull();
});

test('the log ends with a last page of exactly 50 entries, and is searched by the words it shows', async () => {
  vi.mocked(listLog).mockImplementation(async ({ before }) => ({
    ok: true,
    body: entries(before ? 50 : 0, before ? 50 : 51),
  }));
  await render(<StaffLog />);
  await userEvent.click(page.getByRole('button', { name: 'Older entries' }));
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(100);
  expect(page.getByRole('button', { name: 'Older entries' }).query()).toBeNull();

  // After a reconnect both pages are of the present.
  vi.mocked(listLog).mockImplementation(async ({ before }) => ({
    ok: true,
    body: entries(before ? 150 : 100, before ? 50 : 51),
  }));
  updateSyncState({ phase: 'offline' });
  await expect.element(page.getByText('You are offline. A step can be undone when you are online.')).toBeVisible();
  updateSyncState({ phase: 'online' });
  await expect.element(page.getByText(/Post 199/)).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(100);
  expect(page.getByText(/Post 99”/).query()).toBeNull();

  vi.mocked(listLog).mockResolvedValue({ ok: true, body: entries(0, 1) });
  await userEvent.fill(page.getByLabelText('Search the log'), 'Flagged a post');
  await expect
    .poll(() => vi.mocked(listLog).mock.lastCall)
    .toEqual([{ before: null, search: 'Flagged a post', actions: ['flag', 'unflag'] }]);
});

test('a deleted comment is brought back from the log, which then has both steps', async () => {
  const deleted = { ...entry(0), action: 'delete_comment', title: 'Cheap ammo here', note: null };
  vi.mocked(listLog).mockResolvedValueOnce({ ok: true, body: [deleted] });
  vi.mocked(listLog).mockResolvedValue({
    ok: true,
    body: [
      { ...entry(1), action: 'restore_comment', title: 'Cheap ammo here' },
      { ...deleted, is_undone: true, can_undo: false },
    ],
  });
  vi.mocked(undoStep).mockResolvedValueOnce({ ok: true, body: true });
  await render(<StaffLog />);
  const lines = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await expect
    .poll(() => lines.first().query()?.textContent)
    .toContain('@kip deleted a comment of @zed “Cheap ammo here”');
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  await expect.poll(shown).toEqual(['The step was undone.']);
  await expect
    .poll(() => lines.first().query()?.textContent)
    .toContain('@kip restored a comment of @zed “Cheap ammo here”');
  await expect.poll(() => lines.nth(1).query()?.textContent).toMatch(/Undone$/);
  expect(page.getByRole('button', { name: 'Undo' }).query()).toBeNull();
  expect(undoStep).toHaveBeenCalledExactlyOnceWith('e0');
});
