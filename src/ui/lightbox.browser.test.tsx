import './testing/house-styles.ts';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Lightbox } from './lightbox.tsx';
import { render } from './testing/render.tsx';
import { wearGloves } from './testing/wear-gloves.ts';

async function pictures() {
  return Promise.all(
    ['Targets', 'Plates', 'Bench'].map(async (alt, at) => {
      const canvas = new OffscreenCanvas(320 + at, 200);
      canvas.getContext('2d')?.fillRect(0, 0, 320, 200);
      return { id: alt, src: URL.createObjectURL(await canvas.convertToBlob()), alt };
    }),
  );
}

async function openAt(start: number) {
  const images = await pictures();
  function Page() {
    const [index, setIndex] = useState<number | null>(null);
    return (
      <>
        <button type="button" onClick={() => setIndex(start)}>
          Open
        </button>
        {index !== null && (
          <Lightbox
            label="Pictures of this post"
            images={images}
            index={index}
            onIndex={setIndex}
            onClose={() => setIndex(null)}
          />
        )}
      </>
    );
  }
  await render(<Page />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Pictures of this post' })).toBeVisible();
}

const at = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible();
const transform = (alt: string) => document.querySelector<HTMLElement>(`img[alt="${alt}"]`)!.style.transform;

test('opens at the pressed picture; arrows, Home and End move; the first and last do not wrap', async () => {
  await openAt(1);
  await at('2 of 3');
  await expect.element(page.getByRole('img', { name: 'Plates' })).toBeInViewport();
  await userEvent.keyboard('{ArrowRight}');
  await at('3 of 3');
  await userEvent.keyboard('{ArrowRight}{Home}');
  await at('1 of 3');
  await userEvent.keyboard('{End}');
  await at('3 of 3');
  await page.getByRole('button', { name: 'Previous picture' }).click();
  await at('2 of 3');
});

test('Escape closes it and returns focus', async () => {
  await openAt(0);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
});

test('keys, the button and a double press zoom; the next picture starts unzoomed', async () => {
  await openAt(0);
  const image = page.getByRole('img', { name: 'Targets' });
  await expect.element(image).toBeInViewport();
  await userEvent.keyboard('+');
  expect(transform('Targets')).toContain('scale(1.5)');
  await userEvent.keyboard('0');
  expect(transform('Targets')).toBe('');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  expect(transform('Targets')).toContain('scale(2.5)');
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await userEvent.dblClick(image);
  expect(transform('Targets')).toContain('scale(2.5)');
  await userEvent.keyboard('{ArrowRight}');
  await at('2 of 3');
  expect(transform('Targets')).toBe('');
  expect(transform('Plates')).toBe('');
});

test('for gloves, buttons move a zoomed picture and zoom in steps; without them there are none', async () => {
  await openAt(0);
  await expect.element(page.getByRole('img', { name: 'Targets' })).toBeInViewport();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const left = page.getByRole('button', { name: 'Move left' });
  await expect.element(page.getByRole('button', { name: 'Zoom out' })).toBeVisible();
  expect(left.query()).toBeNull();
  await wearGloves();
  await expect.element(left).toBeVisible();
  const { width, height } = left.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(64);
  const position = () => {
    const [, x, y] = /translate\((.+)px, (.+)px\)/.exec(transform('Targets')) ?? [];
    return { x: Number(x), y: Number(y) };
  };
  const before = position();
  await left.click();
  expect(position().x).toBeGreaterThan(before.x);
  await page.getByRole('button', { name: 'Move right' }).click();
  expect(position().x).toBeCloseTo(before.x);
  await page.getByRole('button', { name: 'Move down' }).click();
  expect(position().y).toBeLessThan(before.y);
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
  expect(transform('Targets')).toContain('scale(3.75)');
});

test('a two-finger pinch zooms about its centre', async () => {
  await openAt(0);
  const image = page.getByRole('img', { name: 'Targets' }).element();
  await vi.waitFor(() => expect(image.getBoundingClientRect().width).toBeGreaterThan(0));
  const { left, top, width, height } = image.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  vi.spyOn(image as HTMLElement, 'setPointerCapture').mockImplementation(() => {});
  const finger = (type: string, id: number, dx: number) =>
    image.dispatchEvent(
      new PointerEvent(type, { pointerId: id, pointerType: 'touch', clientX: x + dx, clientY: y, bubbles: true }),
    );
  finger('pointerdown', 1, -20);
  finger('pointerdown', 2, 20);
  finger('pointermove', 1, -40);
  finger('pointermove', 2, 40);
  const scale = Number(/scale\(([\d.]+)\)/.exec(transform('Targets'))?.[1]);
  expect(scale).toBeCloseTo(2, 1);
  finger('pointerup', 1, -40);
  finger('pointerup', 2, 40);
});

test('from right to left the arrows point to their pictures, and those of the pad stay', async () => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => {
    document.documentElement.dir = '';
  });
  await wearGloves();
  await openAt(1);
  const scaleOf = (name: string) =>
    getComputedStyle(page.getByRole('button', { name }).element().querySelector('svg')!).scale;
  expect(scaleOf('Next picture')).toBe('-1 1');
  expect(scaleOf('Previous picture')).toBe('-1 1');
  await page.getByRole('button', { name: 'Zoom in' }).first().click();
  await expect.element(page.getByRole('button', { name: 'Move right' })).toBeInTheDocument();
  expect(scaleOf('Move right')).not.toBe('-1 1');
});
