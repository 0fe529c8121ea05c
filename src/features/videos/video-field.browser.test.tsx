import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { VideoField } from './video-field.tsx';

vi.mock('./video-queries.ts', () => ({
  useDraftVideo: () => ({ picture: { width: 1280, height: 720, located: false }, seconds: 42, size: 2_097_152 }),
  useDraftVideoSource: () => null,
}));

test('a file that is refused does not hide the video that the post has, which can still be removed', async () => {
  const remove = vi.fn();
  const problem = { text: 'Unsupported video format.', name: 'notes.pdf', facts: null };
  await render(<VideoField video={{ id: 'v', checking: null, problem, choose: () => {}, remove }} />);
  await expect.element(page.getByText(/Unsupported video format\./)).toBeVisible();
  await expect.element(page.getByText('42 s · 2.0 MB · landscape')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Remove the video' }));
  expect(remove).toHaveBeenCalledOnce();
});
