import { expect, test } from 'vitest';
import { offerOf } from './queries.ts';

const now = Date.parse('2026-11-27T14:00:00Z');
const placeAt = (readAt: string, postId = 'a') => ({ postId, postAt: '2026-11-20T10:00:00Z', readAt });
const today = placeAt('2026-11-27T13:00:00Z');
const earlier = placeAt('2026-11-25T13:00:00Z');

test('a place is offered that another device has left, or this one on an earlier day', () => {
  expect(offerOf(null, {}, now)).toBeNull();
  expect(offerOf(today, {}, now)).toEqual(today);
  // This device starts there by itself.
  expect(offerOf(today, { last: today, sent: 'a' }, now)).toBeNull();
  // It has read on since it wrote that for the others.
  expect(offerOf(today, { last: placeAt(today.readAt, 'b'), sent: 'a' }, now)).toBeNull();
  expect(offerOf(today, { last: placeAt(today.readAt, 'b'), sent: 'b' }, now)).toEqual(today);
  expect(offerOf(earlier, { last: earlier, sent: 'a' }, now)).toEqual(earlier);
  // A guest has only this device.
  expect(offerOf(null, { last: today }, now)).toBeNull();
  expect(offerOf(null, { last: earlier }, now)).toEqual(earlier);
});

test('a place that was put away is not offered again, and a later one is', () => {
  expect(offerOf(earlier, { done: earlier.readAt }, now)).toBeNull();
  expect(offerOf(today, { done: earlier.readAt }, now)).toEqual(today);
});
