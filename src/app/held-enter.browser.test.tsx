import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { render } from '#ui/testing/render.tsx';
import { letEnterActOnce } from './held-enter.ts';

letEnterActOnce();

/** The browser repeats the key and does with each event what it does by itself. */
const hold = () => userEvent.keyboard('{Enter>5/}');

test('Enter that is held opens a dialog and presses nothing in it, and answers it once', async () => {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  function Discard() {
    const [open, setOpen] = useState(false);
    const close = (then: () => void) => () => (setOpen(false), then());
    return (
      <>
        <Button onClick={() => setOpen(true)}>Discard</Button>
        <ConfirmDialog
          {...{ open, title: 'Discard it?', text: 'It is not sent.', confirmLabel: 'Yes', cancelLabel: 'Keep' }}
          onConfirm={close(onConfirm)}
          onCancel={close(onCancel)}
        />
      </>
    );
  }
  await render(<Discard />);
  (page.getByRole('button', { name: 'Discard' }).element() as HTMLElement).focus();
  await hold();
  await expect.element(page.getByRole('button', { name: 'Keep' })).toHaveFocus();
  expect(onCancel).not.toHaveBeenCalled();
  (page.getByRole('button', { name: 'Yes' }).element() as HTMLElement).focus();
  await hold();
  expect(onConfirm).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
});

test('Enter that is held in a field sends its form once, and breaks as many lines of a text as it is repeated', async () => {
  const onSubmit = vi.fn();
  await render(
    <Dialog open title="Name" onClose={vi.fn()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <input aria-label="Name" />
        <textarea aria-label="Text" />
        <button type="submit">Save</button>
      </form>
    </Dialog>,
  );
  await userEvent.click(page.getByRole('textbox', { name: 'Name' }));
  await hold();
  expect(onSubmit).toHaveBeenCalledOnce();
  await userEvent.click(page.getByRole('textbox', { name: 'Text' }));
  await hold();
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('\n'.repeat(5));
  expect(onSubmit).toHaveBeenCalledOnce();
});
