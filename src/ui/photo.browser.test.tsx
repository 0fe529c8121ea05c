import './testing/house-styles.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { Avatar } from './avatar.tsx';
import { RankedAvatar } from './portrait-rings.tsx';
import { Photo } from './photo.tsx';
import { render } from './testing/render.tsx';

/** A picture of 60 × 40 px that really loads. */
async function picture(): Promise<string> {
  const canvas = new OffscreenCanvas(60, 40);
  canvas.getContext('2d')?.fillRect(0, 0, 60, 40);
  return URL.createObjectURL(await canvas.convertToBlob());
}

const box = (host: HTMLElement) => host.querySelector('[data-phase]')!.getBoundingClientRect();

test('its space is reserved from the first paint: no layout shift when it loads or fails', async () => {
  const host = await render(
    <div style={{ width: 300 }}>
      <Photo src={await picture()} alt="Six white plates" width={60} height={40} />
    </div>,
  );
  await vi.waitFor(() => expect(host.querySelector('[data-phase]')).not.toBeNull());
  expect(box(host).height).toBe(200);
  await vi.waitFor(() => expect(host.querySelector('[data-phase=here]')).not.toBeNull());
  expect(box(host).height).toBe(200);
  await expect.element(page.getByRole('img', { name: 'Six white plates' })).toBeVisible();
});

test('in a row pictures have the same height and their own shape; one of unknown size gets a 3:2 box', async () => {
  const src = await picture();
  const host = await render(
    <div style={{ display: 'flex', width: 300 }}>
      <Photo src={src} alt="" width={40} height={80} />
      <Photo src={src} alt="" width={2000} height={1000} />
    </div>,
  );
  const [tall, wide] = [...host.querySelectorAll('[data-phase]')].map((one) => one.getBoundingClientRect());
  expect([tall!.width, tall!.height, wide!.width].map(Math.round)).toEqual([60, 120, 240]);
  expect(wide!.height).toBeCloseTo(tall!.height, 0);
  const other = await render(
    <div style={{ width: 300 }}>
      <Photo src={src} alt="" />
    </div>,
  );
  expect(box(other).height).toBe(200);
});

test('a failed picture shows its alternative text in its place, and Load again loads it again', async () => {
  await render(<Photo src="blob:nothing-there" alt="Six white plates" width={60} height={40} />);
  await expect.element(page.getByText('Six white plates')).toBeVisible();
  expect(document.querySelector('img')).toBeNull();
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect.element(page.getByText('Six white plates')).toBeVisible();
});

test('a picture that its author has not sent from another device says so, and loads when it was sent', async () => {
  const src = createStore('blob:nothing-there');
  const isSent = createStore(false);
  function Screen() {
    return <Photo src={useStore(src)} alt="Steel" width={60} height={40} awaited={useStore(isSent) ? 0 : 1} />;
  }
  await render(<Screen />);
  await expect.element(page.getByText('Not sent yet')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Load again' })).not.toBeInTheDocument();
  src.set(await picture());
  isSent.set(true);
  await expect.element(page.getByRole('img', { name: 'Steel' })).toBeVisible();
});

test('with data saver nothing is loaded until it is pressed', async () => {
  const src = await picture();
  await render(<Photo src={src} alt="Steel" width={60} height={40} deferred="240 kB" />);
  const button = page.getByRole('button', { name: 'Show picture, 240 kB' });
  await expect.element(button).toBeVisible();
  expect(document.querySelector('img')).toBeNull();
  await button.click();
  await expect.element(page.getByRole('img', { name: 'Steel' })).toBeVisible();
});

test.each([60, 80, 95, 104])('in a place of %d px the words of its button are not broken', async (width) => {
  const host = await render(
    <div style={{ width }}>
      <Photo src={await picture()} alt="Steel" width={60} height={60} deferred />
    </div>,
  );
  const text = document
    .createTreeWalker(page.getByRole('button', { name: 'Show picture' }).element(), NodeFilter.SHOW_TEXT)
    .nextNode()!;
  const words = document.createRange();
  words.setStart(text, 'Show '.length);
  words.setEnd(text, 'Show picture'.length);
  await document.fonts.ready;
  expect(words.getClientRects()).toHaveLength(1);
  expect(host.scrollWidth).toBe(host.clientWidth);
});

test('a missing or broken avatar shows initials', async () => {
  const host = await render(
    <>
      <Avatar name="sam_weller" src="blob:nothing-there" />
      <Avatar name="kip" src={null} />
      <RankedAvatar name={null} src={null} rank={4} size="xl" />
    </>,
  );
  await vi.waitFor(() => expect(host.textContent).toBe('SWKI?'));
  expect(host.querySelectorAll('circle')).toHaveLength(5);
});
