import { expect, test, vi } from 'vitest';
import { pack } from '#data/range/pack.ts';
import { changePacked } from '#data/range/packed.ts';
import { choosePacking, packAutomatically } from './mutations.ts';

vi.mock('#data/range/pack.ts', () => ({ pack: vi.fn(async () => {}), stopPacking: () => {} }));

test('a day at the range is packed for without a tap once the device is on Wi-Fi, also in an app that stays open', async () => {
  const connection = Object.assign(new EventTarget(), { type: 'cellular' });
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  const today = new Date();
  const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) => String(part).padStart(2, '0'));
  await choosePacking({ day: day.join('-'), megabytes: 10 });
  packAutomatically();
  await changePacked('guest', {});
  expect(pack).not.toHaveBeenCalled();

  connection.type = 'wifi';
  connection.dispatchEvent(new Event('change'));
  await vi.waitFor(() => expect(pack).toHaveBeenCalledWith(expect.objectContaining({ most: 10_000_000 })));

  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(pack).toHaveBeenCalledTimes(2));
});
