import '#ui/testing/house-styles.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { authorOf } from '#contract/testing/author-of.ts';
import { previewUri, writePreview } from '#contract/video-preview.ts';
import { changeSettings } from '#data/device/settings.ts';
import { record } from '#data/media/testing/record.ts';
import { render } from '#ui/testing/render.tsx';
import { wearGloves } from '#ui/testing/wear-gloves.ts';
import { Clip } from './clip.tsx';
import { VideoPlayer } from './video-player.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  changeSettings({ dataSaver: null });
});

const video = () => document.querySelector('video')!;
const STILL = previewUri(writePreview(new Uint8Array(36).fill(200)));
const film = (src: string) => (
  <VideoPlayer src={src} ratio={160 / 90} label="Video: Steel" isWanted={false} preview={STILL} />
);
const still = () => document.querySelector<HTMLImageElement>('img[alt=""]');

test('a video plays at 70 % volume, hides its controls after 4 s, shows them when touched, and pauses off the screen', async () => {
  const src = URL.createObjectURL(new Blob([await record('video/webm')], { type: 'video/webm' }));
  await render(
    <>
      {film(src)}
      <div style={{ height: '3000px' }} />
    </>,
  );
  await expect.poll(() => video().readyState).toBeGreaterThan(1);
  expect(video().volume).toBe(0.7);
  const { width, height } = page.getByRole('region', { name: 'Video: Steel' }).element().getBoundingClientRect();
  expect(width / height).toBeCloseTo(160 / 90, 1);
  video().loop = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.click(page.getByRole('button', { name: 'Play', exact: true }));
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeInTheDocument();
  const controls = () => page.getByRole('region', { name: 'Video: Steel' }).element().getAttribute('data-controls');
  await vi.advanceTimersByTimeAsync(3900);
  expect(controls()).toBe('true');
  await vi.advanceTimersByTimeAsync(200);
  await expect.poll(controls).toBe('false');
  vi.useRealTimers();
  page
    .getByRole('region', { name: 'Video: Steel' })
    .element()
    .dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
  await expect.poll(controls).toBe('true');
  window.scrollTo(0, 2500);
  await expect.poll(() => video().paused).toBe(true);
  window.scrollTo(0, 0);
  URL.revokeObjectURL(src);
});

test('for gloves, two buttons seek in place of the slider', async () => {
  const src = URL.createObjectURL(new Blob([await record('video/webm')], { type: 'video/webm' }));
  onTestFinished(() => URL.revokeObjectURL(src));
  await page.viewport(320, 640);
  await wearGloves();
  await render(film(src));
  await expect.poll(() => video().readyState).toBeGreaterThan(1);
  await expect.element(page.getByRole('slider')).not.toBeInTheDocument();
  const sought: number[] = [];
  // The film is shorter than a step.
  Object.defineProperty(video(), 'currentTime', {
    get: () => 30,
    set: (to: number) => {
      sought.push(to);
    },
  });
  await userEvent.click(page.getByRole('button', { name: 'Back 10 seconds' }));
  await userEvent.click(page.getByRole('button', { name: 'Ahead 10 seconds' }));
  expect(sought).toEqual([20, 40]);
});

test('data saver that is switched on while a video plays does not end it, and holds back the next one', async () => {
  const src = URL.createObjectURL(new Blob([await record('video/webm')], { type: 'video/webm' }));
  const post = { gif_url: null, video_url: src, title: 'Steel', author: authorOf('alice'), mine: false, isNew: false };
  await render(<Clip post={post} />);
  await expect.poll(() => document.querySelector('video')?.readyState).toBeGreaterThan(1);
  const playing = video();
  playing.loop = true;
  await userEvent.click(page.getByRole('button', { name: 'Play', exact: true }));
  changeSettings({ dataSaver: true });
  await render(<Clip post={post} />);
  await expect.element(page.getByRole('button', { name: 'Play video' })).toBeVisible();
  expect(document.querySelectorAll('video')).toHaveLength(1);
  expect(video()).toBe(playing);
  expect(playing.paused).toBe(false);

  // Both come back when it is switched off.
  changeSettings({ dataSaver: false });
  await expect.poll(() => document.querySelectorAll('video')).toHaveLength(2);
  URL.revokeObjectURL(src);
});

test('a failure is logged by its name over a still of the video, and Load again continues where it failed', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const src = URL.createObjectURL(new Blob([await record('video/webm')], { type: 'video/webm' }));
  await render(film(src));
  for (const [code, name] of [
    [1, 'aborted'],
    [2, 'network'],
    [3, 'decode'],
    [4, 'unsupported'],
  ]) {
    const element = video();
    Object.defineProperty(element, 'error', { value: { code } });
    Object.defineProperty(element, 'currentTime', { value: 0.5 });
    element.dispatchEvent(new Event('timeupdate'));
    await expect.poll(() => document.querySelector('input')?.value).toBe('0.5');
    element.dispatchEvent(new Event('error'));
    await expect.element(page.getByText('This video could not be played.')).toBeVisible();
    await expect.poll(() => still()?.naturalWidth).toBe(3);
    expect(warn).toHaveBeenLastCalledWith(`Video: ${name}`);
    await userEvent.click(page.getByRole('button', { name: 'Load again' }));
    await expect.poll(() => video().src).toContain('#t=0.5');
  }
  URL.revokeObjectURL(src);
});
