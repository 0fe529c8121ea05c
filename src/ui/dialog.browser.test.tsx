import './testing/house-styles.ts';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { render } from './testing/render.tsx';
import { setScreen } from './testing/safe-area.ts';

function Page({ placement, busy = false }: { placement?: 'center' | 'sheet'; busy?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Share
      </button>
      <Dialog
        open={open}
        busy={busy}
        title="Share profile"
        onClose={() => setOpen(false)}
        {...(placement && { placement })}
      >
        <button type="button">Copy link</button>
      </Dialog>
    </>
  );
}

/** A press on `from` that ends on `to`. */
function press(to: Element | null, from = to): void {
  from?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  to?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}

const dialog = page.getByRole('dialog', { name: 'Share profile' });
const opener = page.getByRole('button', { name: 'Share', exact: true });

test.each(['center', 'sheet'] as const)(
  '%s: focus starts at the title, stays inside, and goes back',
  async (placement) => {
    await render(<Page placement={placement} />);
    await opener.click();
    await expect.element(page.getByRole('heading', { name: 'Share profile' })).toHaveFocus();
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Copy link' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement?.textContent).not.toBe('Share');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  },
);

test('the close button and a press on the backdrop close it; a press inside does not', async () => {
  await render(<Page />);
  await opener.click();
  await page.getByRole('heading', { name: 'Share profile' }).click();
  await expect.element(dialog).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await opener.click();
  await expect.element(dialog).toBeVisible();
  // The backdrop belongs to the dialog element itself.
  press(document.querySelector('dialog'));
  await expect.element(dialog).not.toBeInTheDocument();
});

// A text in the dialog was selected up to its edge: the browser sends the click to the dialog, which contains both
// ends.
test('a press that begins inside and ends on the backdrop does not close it', async () => {
  await render(<Page />);
  await opener.click();
  press(document.querySelector('dialog'), document.querySelector('dialog h2'));
  await expect.element(dialog).toBeVisible();
  press(document.querySelector('dialog'));
  await expect.element(dialog).not.toBeInTheDocument();
});

test('nothing closes it while it is busy', async () => {
  await render(<Page busy />);
  await opener.click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog).toHaveAttribute('aria-busy', 'true');
});

test('an alert dialog focuses the safe answer, and Escape chooses it', async () => {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  await render(
    <ConfirmDialog
      open
      title="Are you sure you want to delete this post?"
      text="It waits in your outbox until then."
      confirmLabel="Delete"
      cancelLabel="Cancel"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />,
  );
  const question = page.getByRole('alertdialog', { name: /Are you sure/ });
  await expect.element(question).toHaveAccessibleDescription('It waits in your outbox until then.');
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  press(document.querySelector('dialog'));
  expect(onCancel).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
  await page.getByRole('button', { name: 'Delete' }).click();
  expect(onConfirm).toHaveBeenCalledOnce();
});

test('a sheet keeps clear of the notch of a phone on its side', async () => {
  await setScreen({ width: 740, height: 360, insets: { left: 47, right: 47 } });
  await render(<Page placement="sheet" />);
  await opener.click();
  const sides = (role: 'heading' | 'button', name: string) =>
    page.getByRole(role, { name }).element().getBoundingClientRect();
  expect(sides('heading', 'Share profile').left).toBeGreaterThanOrEqual(47);
  expect(sides('button', 'Close').right).toBeLessThanOrEqual(740 - 47);
});
