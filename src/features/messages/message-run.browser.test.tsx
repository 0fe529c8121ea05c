import '#ui/testing/house-styles.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import type { Run } from './days.ts';
import { MessageRun } from './message-run.tsx';
import type { Message } from './queries.ts';

const last: Message = {
  ...{ id: 'm', mine: true, text: 'Are you there?', read: false, created_at: '2026-11-21T10:00:00Z' },
  ...{ state: 'refused' as const, refusal: 'This member cannot be sent a message.', actionId: 'a' },
};
const run: Run = { key: 'm', mine: true, messages: [last], last, clock: '10:00 AM' };

test.each([320, 420, 500, 600])('in %d px the two ways out of a refusal are in one row', async (width) => {
  await render(
    <ul style={{ width }}>
      <MessageRun run={run} username="bob" isNew={false} />
    </ul>,
  );
  const middleOf = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const retry = page.getByRole('button', { name: /^Retry/ });
  await expect.element(retry).toBeVisible();
  expect(middleOf(retry.element())).toBeCloseTo(middleOf(page.getByRole('link', { name: 'See outbox' }).element()), -1);
});
