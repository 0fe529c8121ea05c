import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { storeDraft } from '#data/drafts/drafts.ts';
import { render } from '#ui/testing/render.tsx';
import { fileReport } from './mutations.ts';
import { ReportDialog } from './report-dialog.tsx';

vi.mock('./mutations.ts', () => ({ fileReport: vi.fn(async () => ({ ok: true, id: 'r' })) }));

const show = (postId: string) =>
  render(<ReportDialog target={{ userId: 'wren', username: 'wren', postId }} onClose={() => {}} />);

/** In the task in which the dialog was mounted, so that its draft cannot be read yet. */
const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();

test('what is pressed before the draft was read counts', async () => {
  await show('one');
  press('input[value=spam]');
  press('button[type=submit]');
  await expect.element(page.getByRole('dialog').getByRole('status')).toBeVisible();
  expect(fileReport).toHaveBeenCalledExactlyOnceWith(
    { target_type: 'post', post_id: 'one', reason: 'spam', details: '' },
    { draftId: expect.any(String) },
  );
});

test('an older draft is shown first, and not sent by a press that came before it', async () => {
  vi.mocked(fileReport).mockClear();
  const fields = { reason: 'hate', text: 'Half a report' };
  await storeDraft('guest', { id: 'older', place: 'report:two', fields, changed_at: 1 });
  await show('two');
  press('button[type=submit]');
  await expect.element(page.getByRole('textbox')).toHaveValue('Half a report');
  await expect.element(page.getByRole('button', { name: 'Send report' })).toHaveAttribute('type', 'submit');
  expect(fileReport).not.toHaveBeenCalled();
  press('button[type=submit]');
  await vi.waitFor(() => expect(fileReport).toHaveBeenCalledOnce());
});
