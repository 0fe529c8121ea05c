import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Stamp } from './stamp.tsx';
import { render } from './testing/render.tsx';

test('each state has its own word and icon, not only a colour', async () => {
  const host = await render(
    <>
      <Stamp state="queued" label="Queued 14:12" />
      <Stamp state="sending" label="Sending" />
      <Stamp state="sent" label="Sent" />
      <Stamp state="refused" label="Not sent" />
    </>,
  );
  for (const word of ['Queued 14:12', 'Sending', 'Sent', 'Not sent']) {
    await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  }
  expect(new Set([...host.querySelectorAll('svg')].map((icon) => icon.innerHTML)).size).toBe(4);
});
