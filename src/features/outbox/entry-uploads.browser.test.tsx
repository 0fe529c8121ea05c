import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeSettings } from '#data/device/settings.ts';
import { holdPictures } from '#data/media/hold.ts';
import { isWaitingForWifi } from '#data/media/media-lane.ts';
import { changeJob, dropMedia, listJobs, readJob, removeJobs, watchWaiting } from '#data/media/media-store.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { RefusedImage } from '#features/media/refused-image.tsx';
import { render } from '#ui/testing/render.tsx';
import { leaveFilesOut } from '#features/media/upload-mutations.ts';
import { EntryUploads } from './entry-uploads.tsx';
import { WaitingPill } from './waiting-pill.tsx';

vi.mock('#features/media/upload-mutations.ts', { spy: true });

vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => () => {} }));

const picture = (id: string) => ({
  ...{ id, name: '', type: 'image/jpeg', width: 4, height: 3, preview: '', alt: '', located: false },
  bytes: new Uint8Array(1_000_000).buffer,
});

beforeEach(async () => {
  adoptSession({ kind: 'member', userId: 'ann', email: '', username: null });
  await holdPictures(
    'ann',
    { bucket: 'post-images', folder: 'p1', entity_id: 'p1', label: '' },
    ['a', 'b', 'c'].map(picture),
  );
});
afterEach(async () => {
  await dropMedia('ann');
  adoptSession(GUEST);
});

test('an own post shows how far each of its files is, and "Sent" only when none waits', async () => {
  await changeJob('ann', 'a', { state: 'sent', sent: 1_000_000 });
  await changeJob('ann', 'b', { state: 'sending', sent: 670_000 });
  await render(<EntryUploads postId="p1">Sent</EntryUploads>);
  const bars = page.getByRole('list', { name: 'Upload of the files of this post' });
  await expect.element(bars).toHaveTextContent('Sent, 1.0 MB67%Waiting');
  await expect.element(page.getByText('Sending 55%')).toBeVisible();
  await expect.element(page.getByText(/^1\.7 of 3\.0 MB\./)).toBeVisible();
  await expect.element(page.getByText('Sent', { exact: true })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Cancel upload' }));
  await expect.element(page.getByText(/^A new post becomes a draft again\./)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Keep sending' }));
  await dropMedia('ann');
  await render(<EntryUploads postId="p2" awaited="photos" />);
  await expect.element(page.getByText(/^Its photos are still on the device it was posted from/)).toBeVisible();
  await render(<EntryUploads postId="p3" awaited="photos" isMuted />);
  await expect.element(page.getByText(/^Your account is muted, so this was not published\./)).toBeVisible();
  await expect.element(page.getByText('Not sent', { exact: true })).toBeVisible();
  await render(<EntryUploads postId="p1">Sent</EntryUploads>);
  await expect.element(page.getByText('Sent', { exact: true }).first()).toBeVisible();
});

test('files that are all sent, and that others do not see yet, are being checked and not sent', async () => {
  for (const id of ['a', 'b', 'c']) await changeJob('ann', id, { state: 'sent', sent: 1_000_000 });
  await render(<EntryUploads postId="p1" />);
  await expect.element(page.getByText('Checking', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Others see it when its files have been checked\./)).toBeVisible();
  expect(page.getByText(/^Sending/).query()).toBeNull();
});

test('files of a muted member are refused without a reason, and the post says why', async () => {
  await changeJob('ann', 'b', { state: 'refused', error: '' });
  await render(<EntryUploads postId="p1" isMuted />);
  await expect.element(page.getByText(/^1 photo was not sent\. Your account is muted/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('a file that the server refused is named with its reason, and Retry sends it again', async () => {
  await changeJob('ann', 'b', { state: 'refused', error: 'The file is no picture.' });
  await render(<EntryUploads postId="p1" />);
  await expect.element(page.getByText(/^1 photo was not sent\. The file is no picture\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Leave it out' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  await expect
    .poll(async () => (await listJobs('ann')).map(({ state }) => state))
    .toEqual(['queued', 'queued', 'queued']);
  await expect.element(page.getByText('Sending 0%')).toBeVisible();
});

test('on data saver the files wait, until the member sends them now', async () => {
  changeSettings({ dataSaver: true });
  await render(<EntryUploads postId="p1" />);
  await expect.element(page.getByText(/^Waiting for Wi-Fi, because data saver is on\./)).toBeVisible();
  expect(isWaitingForWifi()).toBe(true);
  await userEvent.click(page.getByRole('button', { name: 'Send now' }));
  expect(isWaitingForWifi()).toBe(false);
  await changeJob('ann', 'a', { state: 'sending', sent: 300_000 });
  await expect.element(page.getByText('Sending 10%')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send now' })).not.toBeInTheDocument();
  changeSettings({ dataSaver: null });
});

test('the pill counts a post until its files are sent, and one that was refused in red', async () => {
  const stop = watchWaiting('ann');
  await render(<WaitingPill />);
  await expect.element(page.getByRole('link', { name: '1 waiting' })).toBeVisible();
  await changeJob('ann', 'b', { state: 'refused', error: '' });
  await expect.element(page.getByRole('link', { name: /refused|not sent/i })).toBeVisible();
  for (const id of ['a', 'b', 'c']) await changeJob('ann', id, { state: 'sent' });
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  stop();
});

test('a photo that the server refused is left out, and the others go on', async () => {
  await changeJob('ann', 'b', { state: 'refused', error: 'The file is no picture.' });
  vi.mocked(leaveFilesOut).mockImplementationOnce(async (ids) => {
    await removeJobs('ann', ids);
    return { ok: true, id: 'p1' };
  });
  await render(<EntryUploads postId="p1" />);
  await userEvent.click(page.getByRole('button', { name: 'Leave it out' }));
  await expect.element(page.getByText(/was not sent/)).not.toBeInTheDocument();
  expect(leaveFilesOut).toHaveBeenCalledExactlyOnceWith(['b']);
  expect((await listJobs('ann')).map(({ id }) => id)).toEqual(['a', 'c']);
});

test('F29: a comment without its image shows that, and Retry sends the image again', async () => {
  await changeJob('ann', 'b', { state: 'refused', error: 'The file is no picture.', failures: 3, upload_url: '/old' });
  await render(<RefusedImage commentId="p1" text="image not attached" />);
  await expect.element(page.getByText(/image not attached/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  await expect.element(page.getByText(/image not attached/)).not.toBeInTheDocument();
  expect(await readJob('ann', 'b')).toMatchObject({ state: 'queued', failures: 0, upload_url: null, error: null });
});
