import '#ui/testing/house-styles.ts';
import { useRef, useState } from 'react';
import { createBrowserHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Dialog } from '#ui/dialog.tsx';
import { useEmojiPanel } from '#ui/emoji-panel.tsx';
import { render } from '#ui/testing/render.tsx';
import { letBackClose } from './back-closes.ts';
import type { AppRouter } from './router.tsx';

/** The app's history, with a page before this one. */
function startHistory(): void {
  const history = createBrowserHistory();
  for (const name of ['before', 'here']) {
    history.push(`${location.pathname}?page=${name}`);
    history.flush();
  }
  const router = createRouter({ routeTree: createRootRoute(), history });
  // Cast: a minimal router has another type than the app's.
  letBackClose(router as unknown as AppRouter);
  onTestFinished(() => history.destroy());
}

/** Also waits until the history is where it was before a Back that closed something. */
const expectPage = (name: string) => expect.poll(() => new URLSearchParams(location.search).get('page')).toBe(name);

/** The account menu: its dialog is a part of it. */
function MenuWithDialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" popoverTarget="menu">
        You
      </button>
      <div id="menu" popover="auto">
        <button type="button" onClick={() => setOpen(true)}>
          Log Out
        </button>
        <Dialog open={isOpen} title="Unsent changes" onClose={() => setOpen(false)} />
      </div>
    </>
  );
}

test('Back closes the dialog of a menu, then the menu, then leaves the page', async () => {
  startHistory();
  await render(<MenuWithDialog />);
  await userEvent.click(page.getByRole('button', { name: 'You' }));
  await userEvent.click(page.getByRole('button', { name: 'Log Out' }));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  history.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await expectPage('here');
  history.back();
  await expect.element(page.getByRole('button', { name: 'Log Out' })).not.toBeInTheDocument();
  await expectPage('here');
  history.back();
  await expectPage('before');
});

function Field() {
  const field = useRef<HTMLTextAreaElement>(null);
  const emoji = useEmojiPanel(() => field.current);
  return (
    <>
      <textarea ref={field} aria-label="Text" defaultValue="Half a post" />
      {emoji.button}
      {emoji.panel}
    </>
  );
}

test('Back closes the emoji panel and leaves the text', async () => {
  startHistory();
  await render(<Field />);
  const button = page.getByRole('button', { name: 'Emoji', exact: true });
  await userEvent.click(button);
  await expect.element(page.getByRole('button', { name: 'All emoji' })).toBeVisible();
  history.back();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await expect.element(page.getByLabelText('Text')).toHaveValue('Half a post');
  await expectPage('here');
});
