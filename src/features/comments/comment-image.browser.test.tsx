import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Comment } from '#contract/comment-row.ts';
import { holdPictures } from '#data/media/hold.ts';
import { changeJob, dropMedia, listJobs, removeJobs } from '#data/media/media-store.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { leaveCommentImageOut } from '#features/media/upload-mutations.ts';
import { render } from '#ui/testing/render.tsx';
import { CommentEntry } from './comment-entry.tsx';
import { CommentImage } from './comment-image.tsx';
import { comment } from './testing/comment.ts';

vi.mock('#features/media/upload-mutations.ts', { spy: true });

const picture = {
  ...{ id: 'a', name: '', type: 'image/png', width: 4, height: 3, preview: '', alt: '', located: false },
  bytes: new Uint8Array(1_000_000).buffer,
};
let pictured: Comment;

beforeEach(async () => {
  adoptSession({ kind: 'member', userId: 'ann', email: '', username: null });
  const place = { bucket: 'comment-images', folder: 'p/c', entity_id: 'c', label: '' } as const;
  const [held] = await holdPictures('ann', place, [picture]);
  const image = { url: held?.url ?? '', width: 4, height: 3, alt: null, preview: null };
  pictured = { ...comment('c', 1), images: [image], isImageMissing: true, mine: true };
});
afterEach(async () => {
  await dropMedia('ann');
  adoptSession(GUEST);
});

const notAttached = page.getByText('image not attached');

test('the image of an own comment shows how far its upload is, and can be cancelled', async () => {
  vi.mocked(leaveCommentImageOut).mockImplementationOnce(async (id, files) => {
    await removeJobs('ann', files);
    return { ok: true, id };
  });
  await changeJob('ann', 'a', { state: 'sending', sent: 300_000 });
  await render(<CommentImage postId="p" comment={pictured} />);
  await expect.element(page.getByText('Sending 30%')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Cancel upload' }));
  await expect.element(notAttached).toBeVisible();
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
  expect(leaveCommentImageOut).toHaveBeenCalledExactlyOnceWith('c', ['a']);
  expect(await listJobs('ann')).toEqual([]);
});

test('a comment without text, whose image was refused or is on another device, is named as not sent and has nothing to answer', async () => {
  const Entry = () => (
    <CommentEntry
      {...{ as: 'div', postId: 'p', comment: { ...pictured, text: '' }, depth: 0, highlighted: false }}
      {...{ isMember: true, menu: [], canReply: true }}
      onReply={() => {}}
    />
  );
  await changeJob('ann', 'a', { state: 'refused', error: 'You are muted.' });
  await render(<Entry />);
  await expect.element(page.getByText(/^Not sent/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  expect(page.getByRole('button', { name: /^(Reply|Like)/ }).query()).toBeNull();
  await removeJobs('ann', ['a']);
  await render(<Entry />);
  await expect.element(page.getByText('Not sent', { exact: true })).toBeVisible();
  expect(notAttached.query()).toBeNull();
});

test('a sent image stays on screen until the server knows it; one that no device sends is named', async () => {
  await changeJob('ann', 'a', { state: 'sending', sent: 300_000 });
  await render(<CommentImage postId="p" comment={pictured} />);
  await expect.element(page.getByText('Sending 30%')).toBeVisible();
  await removeJobs('ann', ['a']);
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
  expect(notAttached.query()).toBeNull();
  await render(<CommentImage postId="p" comment={pictured} />);
  await expect.element(notAttached).toBeVisible();
});
