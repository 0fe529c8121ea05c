import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { TextPage } from './text-page.tsx';

test('a telephone number can be called, in one line', async () => {
  await page.viewport(360, 780);
  const paragraphs = ['In the United States you can also reach NCMEC’s CyberTipline at 1-800-843-5678. Since 1998.'];
  await render(<TextPage lead="" sections={[{ title: 'Now', paragraphs }]} />);
  const call = page.getByRole('link');
  await expect.element(call).toHaveAttribute('href', 'tel:+18008435678');
  expect(call.element().textContent).toBe('1-800-843-5678');
  expect(call.element().getClientRects()).toHaveLength(1);
  await expect.element(page.getByText(paragraphs[0] ?? '')).toBeVisible();
});
