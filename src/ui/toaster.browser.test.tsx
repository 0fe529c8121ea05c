import './testing/house-styles.ts';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { Dialog } from './dialog.tsx';
import { dismissToast, toast, TOAST_MS, toastStore } from './toast-store.ts';
import { Toaster } from './toaster.tsx';
import { render } from './testing/render.tsx';

const toaster = <Toaster label="Notices" dismissLabel="Dismiss" />;
const region = page.getByRole('region', { name: 'Notices' });

afterEach(() => {
  for (const { id } of toastStore.get()) dismissToast(id);
});

afterEach(async () => {
  document.documentElement.style.removeProperty('--bar');
  await page.viewport(414, 896);
});

test('it is at the top right and announced by a live region that was mounted before', async () => {
  const host = await render(toaster);
  await vi.waitFor(() => expect(host.querySelector('output')).not.toBeNull());
  const live = host.querySelector('output');
  toast('Profile link copied to clipboard!', { tone: 'done' });
  await expect.element(region).toBeVisible();
  expect(host.querySelector('output')).toBe(live);
  expect(live?.textContent).toBe('Profile link copied to clipboard!');
  const position = () => region.element().getBoundingClientRect();
  // On a phone below the bar of the page, whose title and way back take all of the width.
  for (const [width, bar, top] of [
    [1280, 60, 8],
    [390, 60, 68],
    [390, 112, 120],
  ] as const) {
    await page.viewport(width, 800);
    document.documentElement.style.setProperty('--bar', `${bar}px`);
    expect(document.documentElement.clientWidth - position().right, `${width} px`).toBeLessThanOrEqual(8);
    expect(position().top, `${width} px`).toBe(top);
  }
});

test('it moves away from the control that gets the focus, and back from one at the other end', async () => {
  await page.viewport(360, 780);
  await render(
    <>
      <div style={{ display: 'flex', flexDirection: 'column', justifyContent: 'space-between', height: 720 }}>
        <button type="button" style={{ marginTop: 80 }}>
          Unblock
        </button>
        <button type="button">Save</button>
      </div>
      {toaster}
    </>,
  );
  const covers = (name: string) => {
    const [control, notices] = [page.getByRole('button', { name }), region].map((each) =>
      each.element().getBoundingClientRect(),
    );
    return notices!.top < control!.bottom && notices!.bottom > control!.top;
  };
  toast('First');
  toast('Second');
  await expect.element(region).toBeVisible();
  expect(covers('Unblock')).toBe(true);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Unblock' })).toHaveFocus();
  await expect.poll(() => covers('Unblock')).toBe(false);
  // Another toast makes room for itself.
  toast('Third');
  await expect.element(page.getByText('Third').last()).toBeVisible();
  expect(covers('Unblock')).toBe(false);
  expect(covers('Save')).toBe(true);
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => covers('Save')).toBe(false);
});

test('it does not cover the reason of a failure, also one that is rendered after it', async () => {
  const failed = createStore(false);
  function Form() {
    return (
      <div role="alert" style={{ position: 'fixed', insetBlockStart: 0, insetInline: 0 }}>
        {useStore(failed) && <p>Invalid login credentials</p>}
      </div>
    );
  }
  await render(
    <>
      <Form />
      {toaster}
    </>,
  );
  toast('Login failed');
  failed.set(true);
  const reason = page.getByText('Invalid login credentials');
  await expect.element(reason).toBeVisible();
  await expect.element(region).toBeVisible();
  await expect
    .poll(() => region.element().getBoundingClientRect().top - reason.element().getBoundingClientRect().bottom)
    .toBeGreaterThan(0);
});

test('the time goes on after a dialog that is closed while its toast has the focus', async () => {
  toast('First');
  await render(
    <>
      {toaster}
      <Asking />
    </>,
  );
  await expect.element(page.getByRole('dialog')).toBeVisible();
  page.getByRole('button', { name: 'Dismiss' }).element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(region, { timeout: TOAST_MS * 3 }).not.toBeInTheDocument();
});

function Asking() {
  const [open, setOpen] = useState(true);
  return <Dialog open={open} title="Report" onClose={() => setOpen(false)} />;
}

test('it can be pressed over an open dialog and is still there when the dialog closes', async () => {
  const [undo, retry] = [vi.fn(), vi.fn()];
  toast('First', { action: { label: 'Undo', run: undo } });
  await render(
    <>
      {toaster}
      <Asking />
    </>,
  );
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  toast('Second', { action: { label: 'Retry', run: retry } });
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Close' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  expect(retry).toHaveBeenCalledOnce();
});

test('focus in it pauses it; its action runs once and removes it', async () => {
  await render(toaster);
  const undo = vi.fn();
  toast('Kept.', { action: { label: 'Undo', run: undo } });
  const button = page.getByRole('button', { name: 'Undo' });
  await expect.element(button).toBeVisible();
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledOnce();
  await expect.element(button).not.toBeInTheDocument();
});

test('it stays while the pointer or the focus is on it, whichever leaves first', async () => {
  await render(
    <>
      <button type="button">Elsewhere</button>
      {toaster}
    </>,
  );
  const elsewhere = page.getByRole('button', { name: 'Elsewhere' });
  const undo = page.getByRole('button', { name: 'Undo' });
  toast('First', { action: { label: 'Undo', run: () => {} } });
  await expect.element(undo).toBeVisible();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const restarts = () => timers.mock.calls.filter(([, ms]) => ms !== undefined && ms > 1000 && ms <= TOAST_MS).length;
  await userEvent.hover(undo);
  undo.element().focus();
  await userEvent.unhover(undo);
  expect(restarts()).toBe(0);
  await userEvent.hover(undo);
  elsewhere.element().focus();
  expect(restarts()).toBe(0);
  await userEvent.hover(elsewhere);
  await expect.poll(restarts).toBe(1);
  timers.mockRestore();
});
