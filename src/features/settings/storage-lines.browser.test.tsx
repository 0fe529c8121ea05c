import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { StorageLines } from './storage-lines.tsx';

const amount = (count: number) => ({ count, bytes: count * 1000 });
const USE = {
  estimate: { used: 9000, allowed: 90_000 },
  pictures: { seen: amount(3), saved: amount(0), packed: amount(1) },
  app: amount(1),
  replica: 1000,
  drafts: amount(0),
  waiting: amount(0),
  reloadable: 4000,
};

test('pictures are numbered in the order in which they are cleared, and the promise of the browser is shown', async () => {
  await render(<StorageLines use={{ ...USE, persistent: false }} />);
  const line = (at: number) =>
    page
      .getByRole('listitem')
      .nth(at)
      .getByText(/cleared/);
  await expect.element(line(0)).toHaveTextContent('3 pictures. When the device is full, cleared first.');
  await expect.element(line(1)).toHaveTextContent('1 picture. When the device is full, cleared second.');
  await expect.element(page.getByText(/^The browser may delete all of it/)).toBeVisible();
});

test('a browser that keeps the storage says so', async () => {
  await render(<StorageLines use={{ ...USE, persistent: true }} />);
  await expect.element(page.getByText('The browser has agreed to keep it.')).toBeVisible();
});
