import '#ui/testing/house-styles.ts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { FeedTabs } from './feed-tabs.tsx';

/** Height of the page's bar above the tabs, in px. */
const BAR = 60;

const screens = [320, 360, 390].flatMap((width) =>
  [4, 40, 250].flatMap((count) =>
    (['ltr', 'rtl'] as const).flatMap((dir) => [100, 200].map((size) => ({ width, count, dir, size }))),
  ),
);

test.each(screens)(
  'in $width px, $dir, with text of $size %, $count new posts stand in the line of the tabs',
  async ({ width, count, dir, size }) => {
    const { documentElement: root } = document;
    onTestFinished(() => {
      root.dir = '';
      root.style.fontSize = '';
    });
    root.dir = dir;
    root.style.fontSize = `${size}%`;
    await page.viewport(width, 700);
    const component = () => <FeedTabs shown="friends" isMember newCount={count} onShowNew={() => {}} />;
    const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
    await render(<RouterProvider router={router as never} />);
    const tabs = page.getByRole('navigation', { name: 'Feeds' });
    await expect.element(tabs).toBeVisible();
    await document.fonts.ready;
    const { height } = tabs.element().getBoundingClientRect();
    const boxes = [...tabs.getByRole('link').elements(), ...tabs.getByRole('button').elements()].map((each) =>
      each.getBoundingClientRect(),
    );
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    const ordered = boxes.toSorted((one, other) => one.left - other.left);
    expect(ordered[0]!.left).toBeGreaterThanOrEqual(0);
    expect(ordered.at(-1)!.right).toBeLessThanOrEqual(width);
    for (const [index, { left }] of ordered.slice(1).entries())
      expect(left).toBeGreaterThanOrEqual(ordered[index]!.right - 0.5);
    // The focus is scrolled clear of bar and tabs.
    const padding = parseFloat(getComputedStyle(root).scrollPaddingTop);
    expect((BAR * size) / 100 + height).toBeLessThanOrEqual(padding);
  },
);
