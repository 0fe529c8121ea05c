import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { setQuietHours } from './mutations.ts';
import { QuietHoursFields } from './quiet-hours.tsx';

vi.mock('./mutations.ts', () => ({ setQuietHours: vi.fn(async () => ({ ok: true, id: '' })) }));
vi.mock('./queries.ts', () => ({ useQuietHours: () => ({ from: 22 * 60, to: 7 * 60 }) }));

test('quiet hours that begin and end at the same time are refused with the reason', async () => {
  await render(<QuietHoursFields />);
  const until = page.getByLabelText('Until');
  const leave = () => userEvent.click(page.getByLabelText('From'));
  await userEvent.fill(until, '22:00');
  await leave();
  const reason = page.getByText('Quiet hours begin and end at different times.');
  await expect.element(reason).toBeVisible();
  expect(setQuietHours).not.toHaveBeenCalled();
  await userEvent.fill(until, '06:30');
  await leave();
  await expect.element(reason).not.toBeInTheDocument();
  expect(setQuietHours).toHaveBeenCalledExactlyOnceWith({
    hours: { from: 22 * 60, to: 6 * 60 + 30 },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});
