import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { render } from '#ui/testing/render.tsx';
import { VirtualList } from '#ui/virtual-list.tsx';
import { KeptFeed } from './kept-feed.tsx';

const items = Array.from({ length: 300 }, (_, at) => ({ id: `line-${at}` }));

const isOpen = createStore(false);
const ended = vi.fn();

function Lines() {
  useEffect(() => ended, []);
  return (
    <VirtualList
      label="Main"
      items={items}
      getKey={({ id }) => id}
      estimate={150}
      renderItem={({ id }) => <article style={{ height: 150 }}>{id}</article>}
    />
  );
}

function FeedAndPost() {
  const isBelow = useStore(isOpen);
  return (
    <>
      <KeptFeed isBelow={isBelow}>
        <Lines />
      </KeptFeed>
      {isBelow && <p style={{ height: 5000 }}>A post</p>}
    </>
  );
}

const drawn = () => [...document.querySelectorAll('article')].map(({ textContent }) => textContent);
const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

test('a feed below a post keeps its entries when the post scrolls, and its effects end after the post’s first frame', async () => {
  await render(<FeedAndPost />);
  await vi.waitFor(() => expect(document.documentElement.scrollHeight).toBeGreaterThan(30_000));
  scrollTo(0, 15_000);
  await vi.waitFor(() => expect(drawn()).toContain('line-101'));
  await frames();

  flushSync(() => isOpen.set(true));
  // As the router does at a new page.
  scrollTo(0, 0);
  expect(ended).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
  expect(drawn()).toContain('line-101');
  expect(drawn()).not.toContain('line-0');

  flushSync(() => isOpen.set(false));
  expect(document.querySelector('article')?.checkVisibility()).toBe(true);
  scrollTo(0, 15_000);
  expect(drawn()).toContain('line-101');
});
