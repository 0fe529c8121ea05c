import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateSyncState } from '../device/sync-state.ts';
import { writeKey } from '../device/kv.ts';
import { recordAdEvent, sendAdEvents } from './ads.ts';
import { postJson } from '../http/request.ts';

vi.mock('../http/request.ts', () => ({ postJson: vi.fn() }));
vi.mock('../session/tokens.ts', () => ({ memberTokenIfAny: async () => 'token' }));

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const answer = (status: number) => vi.mocked(postJson).mockResolvedValue({ status, body: true, retryAfter: null });
const sent = () =>
  vi
    .mocked(postJson)
    .mock.calls.map(
      ([, content]) => content as { ad_id: string; event_type: string; event_id: string; seconds_ago: number },
    );
const brief = () => sent().map((one) => [one.ad_id, one.event_type, one.seconds_ago]);
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
  vi.setSystemTime(new Date('2026-11-25T09:30:00Z'));
  updateSyncState({ phase: 'online' });
  vi.mocked(postJson).mockReset();
  await writeKey('ad-events', []);
});
afterEach(async () => {
  // Ends the pause of the test.
  answer(200);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

test('views of one ad hours apart wait on the device and are sent with their age, once', async () => {
  answer(0);
  await recordAdEvent('bags', 'impression');
  later(59 * MINUTE_MS);
  // The same hour.
  await recordAdEvent('bags', 'impression');
  await recordAdEvent('bags', 'click');
  later(2 * HOUR_MS);
  await recordAdEvent('bags', 'impression');
  vi.mocked(postJson).mockClear();
  later(5_900);
  answer(200);
  await sendAdEvents();
  expect(brief()).toEqual([
    ['bags', 'impression', 179 * 60 + 5],
    ['bags', 'click', 120 * 60 + 5],
    ['bags', 'impression', 5],
  ]);
  expect(new Set(sent().map(({ event_id }) => event_id)).size).toBe(3);
  await sendAdEvents();
  expect(sent()).toHaveLength(3);
});

test('an event whose answer was lost is sent again under its id; one that was refused is not', async () => {
  vi.mocked(postJson).mockRejectedValueOnce(new Error('lost'));
  await recordAdEvent('bags', 'click');
  answer(200);
  await sendAdEvents();
  expect(sent().map(({ event_id }) => event_id)).toEqual([sent()[0]?.event_id, sent()[0]?.event_id]);
  answer(400);
  await recordAdEvent('caps', 'click');
  await sendAdEvents();
  expect(sent()).toHaveLength(3);
});

test('two tabs that send at one moment send each event once', async () => {
  answer(0);
  await recordAdEvent('bags', 'impression');
  await recordAdEvent('caps', 'impression');
  vi.mocked(postJson).mockClear();
  answer(200);
  await Promise.all([sendAdEvents(), sendAdEvents()]);
  expect(brief()).toEqual([
    ['bags', 'impression', 0],
    ['caps', 'impression', 0],
  ]);
});

test('the first event without an answer ends the sending; it goes on after a pause, when the server can be reached', async () => {
  answer(503);
  await recordAdEvent('bags', 'impression');
  await recordAdEvent('caps', 'impression');
  expect(brief().map(([ad]) => ad)).toEqual(['bags', 'bags']);
  // The server is full: pauses, and longer ones.
  await vi.advanceTimersByTimeAsync(5000);
  await expect.poll(sent).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(9999);
  expect(sent()).toHaveLength(3);
  updateSyncState({ phase: 'offline' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toHaveLength(3);
  vi.mocked(postJson).mockClear();
  answer(200);
  updateSyncState({ phase: 'online' });
  await expect.poll(() => brief().map(([ad]) => ad)).toEqual(['bags', 'caps']);
});

test('the device keeps 200 events, and each for a week', async () => {
  answer(0);
  await recordAdEvent('old', 'click');
  later(7 * DAY_MS);
  for (let ad = 0; ad < 201; ad++) await recordAdEvent(`ad-${ad}`, 'impression');
  vi.mocked(postJson).mockClear();
  answer(200);
  await sendAdEvents();
  expect(sent()).toHaveLength(200);
  expect([sent()[0]?.ad_id, sent().at(-1)?.ad_id]).toEqual(['ad-1', 'ad-200']);
});
