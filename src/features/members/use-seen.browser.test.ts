import { afterEach, expect, test } from 'vitest';
import { scrollToLine } from './use-seen.ts';

const LINE_PX = 60;

/** A list of the page's height that renders only the lines near the viewport, one frame after a scroll. */
function makeList(count: number) {
  const list = document.createElement('div');
  list.style.cssText = `position: relative; height: ${count * LINE_PX}px`;
  const ended = new AbortController();
  const draw = () => {
    const first = Math.max(0, Math.floor(scrollY / LINE_PX) - 5);
    const last = Math.min(count - 1, Math.ceil((scrollY + innerHeight) / LINE_PX) + 5);
    list.replaceChildren();
    for (let index = first; index <= last; index += 1) {
      const line = document.createElement('div');
      line.dataset['index'] = String(index);
      line.style.cssText = `position: absolute; top: ${index * LINE_PX}px; height: ${LINE_PX}px`;
      list.append(line);
    }
  };
  addEventListener('scroll', draw, { signal: ended.signal });
  document.body.style.margin = '0';
  document.body.replaceChildren(list);
  draw();
  remove = () => ended.abort();
  return list;
}

let remove: (() => void) | undefined;

afterEach(() => {
  remove?.();
  document.body.replaceChildren();
});

const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
};

test.each([
  ['up', 800, 700],
  ['down', 200, 260],
])('a jump that replaces one that has not ended, further %s, arrives', async (_, first, second) => {
  const list = makeList(1000);
  const replaced = new AbortController();
  scrollToLine(list, first, 1000, replaced.signal);
  replaced.abort();
  scrollToLine(list, second, 1000, new AbortController().signal);
  await expect.poll(() => scrollY).toBe(second * LINE_PX);
  await frames(5);
  expect(scrollY).toBe(second * LINE_PX);
});

test('a line near the end is reached as far as the page allows, and the jump ends', async () => {
  const list = makeList(1000);
  scrollToLine(list, 999, 1000, new AbortController().signal);
  await expect.poll(() => scrollY).toBe(1000 * LINE_PX - innerHeight);
  await frames(5);
  scrollTo({ top: 0 });
  await frames(5);
  expect(scrollY).toBe(0);
});

test('a reader who scrolls ends the jump', async () => {
  const list = makeList(1000);
  const reader = new AbortController();
  scrollToLine(list, 900, 1000, reader.signal);
  reader.abort();
  scrollTo({ top: 600 });
  await frames(5);
  expect(scrollY).toBe(600);
});
