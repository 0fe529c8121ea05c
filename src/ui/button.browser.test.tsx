import './testing/house-styles.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons/icons.tsx';
import { render } from './testing/render.tsx';

test('a busy button is announced as busy, keeps focus, and neither fires nor submits its form', async () => {
  const press = vi.fn();
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  await render(
    <form onSubmit={send}>
      <Button type="submit" busy onClick={press}>
        Posting...
      </Button>
    </form>,
  );
  const button = page.getByRole('button', { name: 'Posting...' });
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter} ');
  await button.click({ force: true });
  expect(press).not.toHaveBeenCalled();
  expect(send).not.toHaveBeenCalled();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  await expect.element(button).toHaveFocus();
});

test('Enter and Space press it, and every control is at least 44 px high', async () => {
  const press = vi.fn();
  const host = await render(
    <>
      <Button onClick={press}>Post</Button>
      <Button size="s">Small</Button>
      <IconButton label="Close">
        <CloseIcon />
      </IconButton>
    </>,
  );
  await expect.element(page.getByRole('button', { name: 'Post' })).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard(' ');
  expect(press).toHaveBeenCalledTimes(2);
  for (const button of host.querySelectorAll('button')) {
    const { width, height } = button.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
});
