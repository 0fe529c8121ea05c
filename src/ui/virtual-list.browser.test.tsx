import './testing/house-styles.ts';
import { Activity, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from './testing/render.tsx';
import { VirtualList } from './virtual-list.tsx';

const virtualizer = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock('./window-virtualizer.ts', async (importActual) => {
  await virtualizer.promise;
  return importActual();
});

interface Line {
  id: string;
  height: number;
}

/** Heights that the list cannot estimate: 40 to 280 px. */
const lines = (count: number, first = 0): Line[] =>
  Array.from({ length: count }, (_, at) => ({ id: `line-${at + first}`, height: 40 + (((at + first) * 53) % 240) }));

function Feed({ items, restoreKey, onEndNear }: { items: Line[]; restoreKey?: string; onEndNear?: () => void }) {
  return (
    <VirtualList
      label="Main"
      items={items}
      getKey={(line) => line.id}
      estimate={120}
      {...(restoreKey && { restoreKey })}
      {...(onEndNear && { onEndNear })}
      renderItem={(line, at) => (
        <article aria-posinset={at + 1} aria-setsize={items.length} style={{ height: line.height }}>
          <button type="button">{line.id}</button>
        </article>
      )}
    />
  );
}

const drawn = () => [...document.querySelectorAll('article')];
const topOf = (id: string) =>
  drawn()
    .find((article) => article.textContent === id)
    ?.getBoundingClientRect().top;
const settled = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

// Runs first: the virtualizer is loaded once per page.
test('when the virtualizer loads, the first screen keeps its elements, positions and focus', async () => {
  await render(<Feed items={lines(300)} />);
  await userEvent.tab();
  await userEvent.tab();
  const first = drawn();
  const tops = first.map((article) => article.getBoundingClientRect().top);
  expect(document.activeElement?.textContent).toBe('line-1');
  expect(document.documentElement.scrollHeight).toBeLessThan(20_000);
  virtualizer.resolve();
  await vi.waitFor(() => expect(document.documentElement.scrollHeight).toBeGreaterThan(20_000));
  expect(document.activeElement?.textContent).toBe('line-1');
  const seen = first.filter((_, at) => tops[at]! < innerHeight);
  expect(seen.every((article) => article.isConnected)).toBe(true);
  expect(seen.map((article) => article.getBoundingClientRect().top)).toEqual(tops.slice(0, seen.length));
});

test('of two thousand items only a few are rendered at any scroll position, and none overlap', async () => {
  await render(<Feed items={lines(2000)} />);
  await expect.element(page.getByRole('feed', { name: 'Main' })).toBeVisible();
  await vi.waitFor(() => expect(drawn().length).toBeGreaterThan(3));
  for (const y of [0, 900, 40_000, 150_000]) {
    scrollTo(0, y);
    await settled();
    await vi.waitFor(() => expect(drawn().length).toBeGreaterThan(3));
    await settled();
    expect(drawn().length).toBeLessThan(60);
    const boxes = drawn().map((article) => article.getBoundingClientRect());
    for (let at = 1; at < boxes.length; at++) expect(boxes[at]!.top).toBeGreaterThanOrEqual(boxes[at - 1]!.bottom - 1);
  }
});

test('a focused item stays rendered when it is scrolled away, so keyboard navigation continues from it', async () => {
  await render(<Feed items={lines(500)} />);
  await vi.waitFor(() => expect(drawn().length).toBeGreaterThan(3));
  await userEvent.tab();
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('line-0'));
  scrollTo(0, 20_000);
  await settled();
  await vi.waitFor(() => expect(topOf('line-0')).toBeLessThan(-15_000));
  expect(document.activeElement?.textContent).toBe('line-0');
  await userEvent.tab();
  expect(document.activeElement?.textContent).not.toBe('');
});

/** The event `shrink` makes line 8 lower by 30 px, `arrive` adds a line above it. */
function ChangingFeed() {
  const [items, setItems] = useState(lines(60));
  useEffect(() => {
    const shrink = () =>
      setItems((all) => all.map((line) => (line.id === 'line-8' ? { ...line, height: line.height - 30 } : line)));
    const arrive = () => setItems((all) => all.toSpliced(4, 0, { id: 'new', height: 220 }));
    addEventListener('shrink', shrink);
    addEventListener('arrive', arrive);
    return () => {
      removeEventListener('shrink', shrink);
      removeEventListener('arrive', arrive);
    };
  }, []);
  return <Feed items={items} />;
}
const positionOf = (id: string) => {
  const button = drawn()
    .find((article) => article.textContent === id)
    ?.querySelector('button');
  return button?.getBoundingClientRect().top ?? NaN;
};

test('the focus stays clear of the bars when an item that they cover becomes lower', async () => {
  await render(<ChangingFeed />);
  while (document.activeElement?.textContent !== 'line-9') await userEvent.tab();
  // At the edge of what the bars leave free.
  const free = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  scrollTo(0, scrollY + positionOf('line-9') - free);
  await settled();
  expect(Math.abs(positionOf('line-9') - free)).toBeLessThan(2);
  dispatchEvent(new Event('shrink'));
  await settled();
  await settled();
  expect(topOf('line-8')! + 194).toBeGreaterThan(0);
  expect(positionOf('line-9')).toBeGreaterThan(free - 2);
});

test.each(['shrink', 'arrive'])(
  'the focus moves back to an item under the bars, and rows change above it (%s): it stays clear',
  async (change) => {
    await render(<ChangingFeed />);
    while (document.activeElement?.textContent !== 'line-10') await userEvent.tab();
    const free = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    // Line 9 is under the bars, so the browser scrolls up to it.
    scrollTo(0, scrollY + positionOf('line-9') + 20);
    await settled();
    // Rows arrive between the browser's scrolling and the event that reports it.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => flushSync(() => dispatchEvent(new Event(change)));
    document.addEventListener('focusin', () => port2.postMessage(null), { once: true });
    await userEvent.tab({ shift: true });
    await settled();
    await settled();
    expect(document.activeElement?.textContent).toBe('line-9');
    expect(positionOf('line-9')).toBeGreaterThan(free - 2);
  },
);

test('a notice above the list comes and goes: what is read stays in its place, and the focus clear of the bars', async () => {
  function Page() {
    const [isShown, setShown] = useState(false);
    useEffect(() => {
      const toggle = () => setShown((was) => !was);
      addEventListener('notice', toggle);
      return () => removeEventListener('notice', toggle);
    }, []);
    return (
      <main style={{ paddingTop: 112 }}>
        {isShown && <p style={{ height: 90, margin: 0 }}>A notice</p>}
        <Feed items={lines(60)} />
      </main>
    );
  }
  await render(<Page />);
  await vi.waitFor(() => expect(document.documentElement.scrollHeight).toBeGreaterThan(5_000));
  while (document.activeElement?.textContent !== 'line-12') await userEvent.tab();
  await settled();
  const before = positionOf('line-12');
  for (let times = 0; times < 4; times += 1) {
    flushSync(() => dispatchEvent(new Event('notice')));
    await settled();
    expect(Math.abs(positionOf('line-12') - before)).toBeLessThan(2);
  }

  // At the top a notice pushes the list down, as everywhere; the focus does not go below the bars with it when the
  // notice goes.
  scrollTo(0, 0);
  flushSync(() => dispatchEvent(new Event('notice')));
  await settled();
  const free = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  const first = document.querySelector<HTMLElement>('[data-index="1"] button')!;
  first.focus();
  scrollTo(0, Math.max(0, scrollY + first.getBoundingClientRect().top - free - 1));
  await settled();
  flushSync(() => dispatchEvent(new Event('notice')));
  await settled();
  expect(positionOf('line-1')).toBeGreaterThan(free - 2);
});

test('after Back every item is at its former position although heights are unknown in advance', async () => {
  function Page() {
    const [shown, setShown] = useState(true);
    return (
      <>
        <button type="button" style={{ position: 'fixed', zIndex: 1 }} onClick={() => setShown(!shown)}>
          Toggle
        </button>
        {shown ? <Feed items={lines(600)} restoreKey="back" /> : <p>A post</p>}
      </>
    );
  }
  await render(<Page />);
  await vi.waitFor(() => expect(drawn().length).toBeGreaterThan(3));
  for (let y = 0; y <= 12_000; y += 400) {
    scrollTo(0, y);
    await settled();
  }
  await vi.waitFor(() => expect(drawn().length).toBeGreaterThan(3));
  const seen = drawn().find((article) => article.getBoundingClientRect().top > 100)!.textContent;
  const y = scrollY;
  const before = topOf(seen);
  const toggle = page.getByRole('button', { name: 'Toggle' });
  await toggle.click();
  await expect.element(page.getByText('A post')).toBeVisible();
  await toggle.click();
  await vi.waitFor(() => expect(document.documentElement.scrollHeight).toBeGreaterThan(12_000));
  // As the router does on Back.
  scrollTo(0, y);
  await vi.waitFor(() => expect(topOf(seen)).toBeCloseTo(before!, 0));
});

test('asks for more near the end, once per length', async () => {
  const onEndNear = vi.fn();
  await render(<Feed items={lines(60)} onEndNear={onEndNear} />);
  await vi.waitFor(() => expect(drawn().length).toBeGreaterThan(3));
  expect(onEndNear).not.toHaveBeenCalled();
  scrollTo(0, 100_000);
  await vi.waitFor(() => expect(onEndNear).toHaveBeenCalled());
});

test('at its end it asks again when more is loaded that it does not show', async () => {
  const onEndNear = vi.fn();
  const few = lines(3);
  let load = (_loaded: number) => {};
  function Harness() {
    const [loaded, setLoaded] = useState(3);
    useEffect(() => {
      load = (count) => flushSync(() => setLoaded(count));
    });
    return (
      <VirtualList
        label="Main"
        items={few}
        loaded={loaded}
        getKey={({ id }) => id}
        renderItem={({ id }) => <article>{id}</article>}
        onEndNear={onEndNear}
      />
    );
  }
  await render(<Harness />);
  await vi.waitFor(() => expect(onEndNear).toHaveBeenCalledTimes(1));
  load(4);
  await vi.waitFor(() => expect(onEndNear).toHaveBeenCalledTimes(2));
});

test('a hidden list keeps the items in view, and the others near them follow when it is shown', async () => {
  function Kept() {
    const [isShown, setShown] = useState(true);
    return (
      <>
        <input type="checkbox" aria-label="Shown" checked={isShown} onChange={() => setShown(!isShown)} />
        <Activity mode={isShown ? 'visible' : 'hidden'}>
          <Feed items={lines(300)} />
        </Activity>
      </>
    );
  }
  await render(<Kept />);
  const isBelow = (article: HTMLElement) => article.getBoundingClientRect().top > innerHeight;
  await vi.waitFor(() => expect(drawn().filter(isBelow).length).toBeGreaterThan(4));
  const before = drawn();
  const inView = before.filter((article) => article.getBoundingClientRect().top < innerHeight);
  await userEvent.click(page.getByLabelText('Shown'));
  await vi.waitFor(() => expect(drawn().length).toBeLessThan(before.length));
  await userEvent.click(page.getByLabelText('Shown'));
  expect(inView.every((article) => article.checkVisibility())).toBe(true);
  await vi.waitFor(() => expect(drawn().length).toBe(before.length));
});
