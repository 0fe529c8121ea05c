import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { ReportForm } from './report-form.tsx';

const filed: string[] = [];
let isOnline = false;

vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
  if (!isOnline) throw new TypeError('Failed to fetch');
  if (url.endsWith('/csae_reports')) filed.push((JSON.parse(body as string) as { description: string }).description);
  return Response.json({}, { status: 201 });
});

afterEach(() => vi.unstubAllGlobals());

async function enter(description: string): Promise<void> {
  await userEvent.fill(page.getByLabelText('Post URL'), `https://rangeday.example/posts/${description}`);
  await userEvent.fill(page.getByLabelText('Description'), description);
}

test('a second report can be written while the first waits; both are listed, and both are sent', async () => {
  await render(<ReportForm />);
  await enter('first');
  await userEvent.click(page.getByRole('button', { name: 'Submit report' }));
  await expect.element(page.getByText(/^Your report is not sent yet/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Submit another report' }));
  await enter('second');
  await userEvent.click(page.getByRole('button', { name: 'Submit report' }));
  await expect.element(page.getByText(/^Your 2 reports are not sent yet/)).toBeVisible();
  await expect.element(page.getByText('https://rangeday.example/posts/first')).toBeVisible();
  await expect.element(page.getByText('https://rangeday.example/posts/second')).toBeVisible();
  // What is being entered stays while they are sent.
  await userEvent.click(page.getByRole('button', { name: 'Submit another report' }));
  await enter('third');
  isOnline = true;
  await userEvent.click(page.getByRole('button', { name: 'Send now' }));
  await expect.element(page.getByText(/^Your 2 reports are not sent yet/)).not.toBeInTheDocument();
  expect(filed).toEqual(['first', 'second']);
  await expect.element(page.getByLabelText('Description')).toHaveValue('third');
  await userEvent.click(page.getByRole('button', { name: 'Submit report' }));
  await expect.element(page.getByText(/^Thanks — your report was submitted/)).toBeVisible();
  expect(filed).toEqual(['first', 'second', 'third']);
});
