import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { updateSyncState } from '#data/device/sync-state.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import { toastStore } from '#ui/toast-store.ts';
import { ModerationPanel } from './moderation-panel.tsx';
import { closeAllReports, moderatePost, removePost } from './mutations.ts';
import { type PostOnDevice, type Report, usePostState, useReports } from './queries.ts';

vi.mock('./mutations.ts', () => ({ closeAllReports: vi.fn(), moderatePost: vi.fn(), removePost: vi.fn() }));
vi.mock('./queries.ts', async (original) => ({
  ...(await original<object>()),
  usePostState: vi.fn(),
  useReports: vi.fn(() => []),
}));

const STATE: PostOnDevice = { flagged: false, locked: false, pinned: false, flaggedBy: null, flaggedAt: null };
const shown = () => toastStore.get().map(({ text }) => text);
const open = () => render(<ModerationPanel postId="p1" username="ben" onClose={() => {}} />);

beforeEach(() => {
  adoptSession({ kind: 'member', userId: crypto.randomUUID(), email: 'a@example.test', username: 'addy' });
  updateSyncState({ phase: 'online', updatedAt: null, synced: true });
  vi.mocked(usePostState).mockReturnValue(STATE);
  vi.mocked(useReports).mockReturnValue([]);
});
afterEach(() => {
  toastStore.set([]);
  adoptSession(GUEST);
});

test('each failure of the panel has its text', async () => {
  vi.mocked(moderatePost).mockRejectedValueOnce(new Error('disk full')).mockRejectedValueOnce(new Error('disk full'));
  vi.mocked(removePost).mockRejectedValueOnce(new Error('disk full')).mockRejectedValueOnce(new Error(''));
  await open();
  await userEvent.click(page.getByRole('switch', { name: /^Flagged/ }));
  await expect.poll(shown).toContain('Failed to flag post: disk full');
  await userEvent.click(page.getByRole('switch', { name: /^Pinned/ }));
  await expect.poll(shown).toContain('Error updating post: disk full');
  await userEvent.fill(page.getByLabelText(/^Reason for deleting/), 'Spam');
  for (const text of ['Failed to delete post: disk full', 'Failed to delete post.']) {
    await userEvent.click(page.getByRole('button', { name: 'Delete post' }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
    await expect.poll(shown).toContain(text);
  }
});

test('reports are closed with a note; a failure keeps it', async () => {
  const reports = ['r1', 'r2'].map((id) => ({
    ...{ id, reason: 'spam' as const, details: '', reporter: 'ann', createdAt: '2026-11-01T10:00:00Z' },
  }));
  vi.mocked(useReports).mockReturnValue(reports);
  vi.mocked(closeAllReports).mockRejectedValueOnce(new Error('disk full')).mockResolvedValue({ ok: true, id: 'r1' });
  await open();
  const note = page.getByLabelText('Note (optional)');
  await userEvent.fill(note, 'x'.repeat(501));
  await expect.element(page.getByText('A note may have at most 500 characters.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Close 2 reports' }));
  expect(closeAllReports).not.toHaveBeenCalled();
  await userEvent.fill(note, 'Both were spoken to');
  await userEvent.click(page.getByRole('button', { name: 'Close 2 reports' }));
  await expect.poll(shown).toContain('Unexpected error: disk full');
  await expect.element(note).toHaveValue('Both were spoken to');
  await userEvent.click(page.getByRole('button', { name: 'Close 2 reports' }));
  await expect.poll(shown).toContain('2 reports closed.');
  expect(vi.mocked(closeAllReports).mock.lastCall).toEqual([['r1', 'r2'], 'Both were spoken to']);
});

test('Undo of the toast shows its own failure', async () => {
  vi.mocked(moderatePost).mockResolvedValueOnce({ ok: true, id: 'p1' });
  await open();
  await userEvent.click(page.getByRole('switch', { name: /^Flagged/ }));
  await expect.poll(shown).toContain('Post flagged');
  vi.mocked(moderatePost).mockRejectedValueOnce(new Error('disk full'));
  toastStore.get()[0]?.action?.run();
  await expect.poll(shown).toContain('Failed to flag post: disk full');
  expect(vi.mocked(moderatePost).mock.lastCall).toEqual([{ id: 'p1', field: 'flagged', on: false }]);
});

test('offline, a post can be flagged, locked and pinned, and the panel says that deleting needs a network', async () => {
  updateSyncState({ phase: 'offline', updatedAt: null, synced: true });
  vi.mocked(moderatePost).mockResolvedValue({ ok: true, id: 'p1' });
  await open();
  for (const [name, field, text] of [
    [/^Flagged/, 'flagged', 'Post flagged'],
    [/^Comments locked/, 'comments_locked', 'Comments locked'],
    [/^Pinned/, 'sticky', 'Post pinned'],
  ] as const) {
    await userEvent.click(page.getByRole('switch', { name }));
    await expect.poll(shown).toContain(text);
    expect(vi.mocked(moderatePost).mock.lastCall).toEqual([{ id: 'p1', field, on: true }]);
  }
  await userEvent.fill(page.getByLabelText(/^Reason for deleting/), 'Spam');
  await expect.element(page.getByText('You are offline. A post can be deleted when you are online.')).toBeVisible();
  const remove = page.getByRole('button', { name: 'Delete post' });
  await expect.element(remove).toBeDisabled();
  // The reason is kept, and the button works with the next connection.
  updateSyncState({ phase: 'online', updatedAt: null, synced: true });
  await expect.element(remove).toBeEnabled();
  await expect.element(page.getByLabelText(/^Reason for deleting/)).toHaveValue('Spam');
});

test('a post that is gone, or not on this device, is named instead of waited for', async () => {
  for (const [state, text] of [
    ['gone', 'Post not found or has been deleted.'],
    ['offline', 'You are offline. This post is not on this device.'],
    ['loading', 'Loading...'],
  ] as const) {
    vi.mocked(usePostState).mockReturnValue(state);
    const host = await open();
    await expect.element(page.getByText(text).first()).toBeVisible();
    expect(page.getByRole('button', { name: 'Delete post' }).query()).toBeNull();
    host.remove();
  }
});

test('reports are grouped by reason, with the newest time, and the flag has its member and time', async () => {
  const report = (id: string, part: Partial<Report>): Report => ({
    id,
    reason: 'harassment',
    details: '',
    reporter: 'marge_b',
    createdAt: '2026-11-21T13:52:00',
    ...part,
  });
  vi.mocked(useReports).mockReturnValue([
    report('1', { details: 'Names nobody' }),
    report('2', { reason: 'spam', reporter: 'benchrest_bo', details: 'Twice a day', createdAt: '2026-11-21T12:58:00' }),
    report('3', { reporter: null, createdAt: '2026-11-21T11:00:00' }),
  ]);
  vi.mocked(usePostState).mockReturnValue({
    ...STATE,
    flagged: true,
    flaggedBy: 'dana-k',
    flaggedAt: '2026-11-21T14:01:00',
  });
  await open();
  const lines = page.getByRole('listitem');
  await expect.poll(() => lines.elements().length).toBe(2);
  const [harassment, spam] = lines.elements();
  expect(harassment?.textContent).toContain('Harassment or bullying · @marge_b, a deleted account');
  expect(harassment?.textContent).toContain('“Names nobody” @marge_b');
  expect(harassment?.querySelectorAll('time')).toHaveLength(1);
  expect(harassment?.querySelector('time')?.dateTime).toBe('2026-11-21T13:52:00');
  expect(spam?.textContent).toContain('@benchrest_bo');
  expect(spam?.textContent.endsWith('“Twice a day”')).toBe(true);
  await expect.element(page.getByText(/^By @dana-k, \S/)).toBeVisible();
  expect(
    page
      .getByText(/^By @dana-k, /)
      .element()
      .querySelector('time')?.dateTime,
  ).toBe('2026-11-21T14:01:00');
});
