import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const claimed = Array.from({ length: 500 }, (_, index) => ({
  subscription_id: '00000000-0000-4000-8000-000000000001',
  cause_id: '00000000-0000-4000-8000-000000000002',
  endpoint: 'https://push.example/x',
  p256dh: 'x',
  auth: 'x',
  kind: 'message',
  tag: `tag ${index}`,
  topic: 'x',
  payload: { url: '/' },
}));
const callDatabase = vi.fn((...[name]: [name: string, args: unknown]) =>
  Promise.resolve<unknown>(name === 'claim_pushes' ? claimed : null),
);
vi.mock('./database.ts', () => ({ callDatabase }));
const sendPush = vi.fn(() => new Promise<number>((resolve) => setTimeout(() => resolve(201), 9000)));
vi.mock('./web-push.ts', () => ({ sendPush }));
vi.mock('./env.ts', () => ({ requireEnv: () => 'https://rangeday.example' }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a slow push service cannot exceed the time: no request begins after it, and what was sent is stored', async () => {
  const { sendDuePushes } = await import('./push-queue.ts');
  const startedAt = Date.now();
  const sending = sendDuePushes(10_000);
  await vi.runAllTimersAsync();
  expect(await sending).toBe(100);
  expect(sendPush).toHaveBeenCalledTimes(100);
  expect(Date.now() - startedAt).toBe(18_000);
  const [, stored] = callDatabase.mock.calls.find(([name]) => name === 'finish_pushes') ?? [];
  const { outcome } = stored as { outcome: Record<'sent' | 'untried', { tag: string }[]> };
  expect([...outcome.sent, ...outcome.untried].map(({ tag }) => tag)).toEqual(claimed.map(({ tag }) => tag));
  expect(outcome.sent).toHaveLength(100);
});
