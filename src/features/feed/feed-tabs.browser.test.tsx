import '#ui/testing/house-styles.ts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { FeedTabs } from './feed-tabs.tsx';

/** Height of the page's bar above the tabs, in px. */
const BAR = 60;

test.each([0, 4, 40, 120])(
  'with %i new posts in 360 px, the focus is scrolled clear of bar and tabs',
  async (count) => {
    await page.viewport(360, 700);
    const component = () => <FeedTabs shown="main" isMember newCount={count} onShowNew={() => {}} />;
    const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
    await render(<RouterProvider router={router as never} />);
    const tabs = page.getByRole('navigation', { name: 'Feeds' });
    await expect.element(tabs).toBeVisible();
    const { height } = tabs.element().getBoundingClientRect();
    const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    expect(BAR + height).toBeLessThanOrEqual(padding);
  },
);
