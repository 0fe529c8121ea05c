import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { useVideo } from './use-video.ts';
import { VideoField } from './video-field.tsx';

vi.mock('./video-queries.ts', () => ({
  useDraftVideo: () => ({ picture: { width: 1280, height: 720, located: false }, seconds: 42, size: 2_097_152 }),
  useDraftVideoSource: () => null,
}));

test('a file that is refused does not hide the video that the post has, which can still be removed', async () => {
  const remove = vi.fn();
  const problem = { text: 'Unsupported video format.', name: 'notes.pdf', facts: null };
  await render(
    <VideoField
      video={{ id: 'v', checking: null, isSlow: false, problem, choose: () => {}, stop: () => {}, remove }}
    />,
  );
  await expect.element(page.getByText(/Unsupported video format\./)).toBeVisible();
  await expect.element(page.getByText('42 s · 2.0 MB · landscape')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Remove the video' }));
  expect(remove).toHaveBeenCalledOnce();
});

/** The beginning of an MP4. */
const MP4 = new Uint8Array([
  0,
  0,
  0,
  24,
  ...new TextEncoder().encode('ftypisom'),
  0,
  0,
  2,
  0,
  ...new TextEncoder().encode('isommp41'),
]);

function Composer() {
  const video = useVideo('', () => {});
  return (
    <>
      <button type="button" onClick={() => video.choose(new File([MP4], 'clip.mp4', { type: 'video/mp4' }))}>
        Choose
      </button>
      <VideoField video={video} />
    </>
  );
}

test('a video that the browser reads slowly is not called unsupported; the member can leave it out', async () => {
  // No event comes, neither with an error nor with a length.
  const source = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(() => {});
  const timer = vi.spyOn(globalThis, 'setTimeout');
  await render(<Composer />);
  await page.getByRole('button', { name: 'Choose' }).click();
  await expect.poll(() => timer.mock.calls.some(([, ms]) => ms === 15_000)).toBe(true);
  const [run, , ...values] = timer.mock.calls.find(([, ms]) => ms === 15_000) ?? [];
  (run as (...values: unknown[]) => void)(...values);
  const leaveOut = page.getByRole('button', { name: 'Leave it out' });
  await expect.element(leaveOut).toBeVisible();
  expect(document.body.textContent).toContain('This takes long.');
  expect(document.body.textContent).not.toContain('Unsupported video format.');
  await leaveOut.click();
  await expect.element(page.getByText('Checking the video')).not.toBeInTheDocument();
  expect(document.body.textContent).not.toContain('Unsupported video format.');
  source.mockRestore();
  timer.mockRestore();
});
