import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StaffCase, StaffMember } from '#contract/staff.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { updateSyncState } from '#data/device/sync-state.ts';
import { render } from '#ui/testing/render.tsx';
import { listCases, listStaffMembers } from './mutations.ts';
import { Queue } from './queue.tsx';
import { Users } from './users.tsx';

/** What the mocked query answers: open reports of one member. */
const reports = createStore<readonly object[]>([]);

vi.mock('./mutations.ts', () => ({
  listCases: vi.fn(),
  listStaffMembers: vi.fn(),
  loadEvidence: vi.fn(),
}));
vi.mock('./queries.ts', async (original) => ({
  ...(await original<object>()),
  useKeptMembers: () => ({ rows: [], ready: true, complete: true }),
  useFlaggedPosts: () => ({ rows: [], ready: true, complete: true }),
  useOpenReports: () => ({ rows: useStore(reports), ready: true, complete: true }),
}));
vi.mock('#features/me/queries.ts', () => ({ useMe: () => ({ id: 'kip', role: 'ceo' }) }));

const member = (username: string, flagged_posts: number): StaffMember => ({
  ...{ id: username, username, profile_image_url: null, role: 'user', is_banned: false, is_muted: false },
  ...{ is_official: false, joined_at: '2026-01-01T00:00:00Z', flagged_posts, post_count: 1 },
  ...{ comment_count: 2, report_count: 0 },
});
const report = (id: string) => ({
  ...{ id: 'zed', kind: 'member', postId: null, username: 'zed', title: '', text: '' },
  ...{ createdAt: '2026-11-25T12:00:00Z', flaggedPosts: 4 },
  report: { id, reason: 'spam', details: '', reporter: 'marge_b', createdAt: '2026-11-25T12:00:00Z' },
});
const CASE: StaffCase = {
  ...{ id: 'c1', kind: 'csae', created_at: '2026-11-25T12:00:00Z', is_done: false, note: null },
  ...{ handled_by: null, handled_at: null },
  fields: {
    post_url: 'https://rangeday.example/posts/1',
    text: 'What they saw',
    files: ['c1/01.png'],
    email: null,
    from: null,
  },
};

beforeEach(() => {
  updateSyncState({ phase: 'online', updatedAt: null, synced: true });
  vi.mocked(listCases).mockResolvedValue({ ok: true, body: [CASE] });
});

test('three flagged posts are a warning and two are not, in the table from 769 px and in the list below', async () => {
  vi.mocked(listStaffMembers).mockResolvedValue({ ok: true, body: [member('three', 3), member('two', 2)] });
  await page.viewport(769, 900);
  await render(<Users isCeo overview={null} onChanged={() => {}} />);
  await expect.element(page.getByRole('row').nth(1)).toHaveAttribute('data-warned', 'true');
  await expect.element(page.getByRole('row').nth(2)).toHaveAttribute('data-warned', 'false');
  await page.viewport(768, 900);
  await expect.element(page.getByRole('listitem').nth(0)).toHaveAttribute('data-warned', 'true');
  await expect.element(page.getByRole('listitem').nth(1)).toHaveAttribute('data-warned', 'false');
  expect(page.getByRole('table').query()).toBeNull();
});

test('the open case is beside the queue from 1200 px, and in a dialog below', async () => {
  await page.viewport(1200, 900);
  await render(<Queue onHandled={() => {}} />);
  const line = page.getByRole('button', { name: /^Child-safety report/ });
  await userEvent.click(line);
  const pane = page.getByRole('region', { name: 'Child-safety report' });
  await expect.element(pane.getByText('What they saw')).toBeVisible();
  await expect.element(pane.getByRole('heading', { name: 'Child-safety report' })).toHaveFocus();
  await expect.element(line).toHaveAttribute('aria-current', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(line).toHaveFocus();
  expect(pane.query()).toBeNull();

  await page.viewport(1199, 900);
  await userEvent.click(line);
  await expect.element(page.getByRole('dialog', { name: 'Child-safety report' })).toBeVisible();
});

test('an open case shows the reports as they are, also when another admin has closed them', async () => {
  await page.viewport(1280, 900);
  reports.set([report('r1')]);
  await render(<Queue onHandled={() => {}} />);
  await userEvent.click(page.getByRole('button', { name: /^@zed/ }));
  const pane = page.getByRole('region', { name: 'Member: @zed' });
  await expect.element(pane.getByRole('button', { name: 'Close 1 report' })).toBeVisible();
  reports.set([report('r1'), report('r2')]);
  await expect.element(pane.getByRole('button', { name: 'Close 2 reports' })).toBeVisible();
  await expect.element(pane.getByText(/^2 reports/)).toHaveTextContent('2 reports4 flagged posts');
  reports.set([]);
  await expect.element(pane.getByText('The reports were closed.')).toBeVisible();
  expect(pane.getByRole('button', { name: /^Close \d/ }).query()).toBeNull();
});
