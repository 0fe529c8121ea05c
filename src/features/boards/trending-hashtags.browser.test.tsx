import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { TrendingHashtags } from './trending-hashtags.tsx';

afterEach(() => page.viewport(414, 896));

test.each([320, 390, 1280])('the longest tag takes one line at %d px, and its title has all of it', async (width) => {
  await page.viewport(width, 800);
  const long = 'w'.repeat(60);
  const hashtags = [
    { tag: long, count: 1200 },
    { tag: '射撃', count: 7 },
  ];
  await render(<TrendingHashtags hashtags={hashtags} complete missing="gone" />);
  const link = page.getByRole('link', { name: `#${long}` });
  await expect.element(link).toHaveAttribute('title', `#${long}`);
  const rows = page
    .getByRole('listitem')
    .elements()
    .map((row) => row.getBoundingClientRect().height);
  expect(rows[0]).toBe(rows[1]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await expect
    .element(page.getByRole('link', { name: '#射撃' }))
    .toHaveAttribute('href', `/tags/${encodeURIComponent('射撃')}`);
});
