import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { PrivacyPage } from './privacy-page.tsx';

test('the privacy page covers messages, deletion, data on this device and counting, where an ad leads', async () => {
  const host = await render(<PrivacyPage />);
  expect(host.textContent).toContain('Private messages are not end-to-end encrypted.');
  expect(host.textContent).toContain('deleted within 30 days');
  await expect.element(page.getByRole('heading', { name: 'What is stored on your device' })).toBeVisible();
  // 'About this ad' leads to /privacy#counting.
  const counting = host.querySelector('section#counting')?.textContent;
  expect(counting).toMatch(/^Counting pages/);
  expect(counting).toContain('The count has nothing about you: no name, no address, and not what you looked at.');
  expect(counting).toContain('If your browser sends Do Not Track or Global Privacy Control, nothing is counted.');
  expect(counting).toContain('Views of an ad and clicks on it are counted with your account or address');
});
