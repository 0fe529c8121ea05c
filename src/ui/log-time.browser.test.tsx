import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LogTime } from './log-time.tsx';
import { render } from './testing/render.tsx';

test('dates are short up to 768 px, and long with a 12-hour clock above', async () => {
  await page.viewport(768, 600);
  await render(<LogTime iso="2024-03-05T14:05:00" />);
  await expect.element(page.getByText('Mar 5', { exact: true })).toBeVisible();
  await page.viewport(769, 600);
  await expect.element(page.getByText('March 5, 2024 at 2:05 PM', { exact: true })).toBeVisible();
});
