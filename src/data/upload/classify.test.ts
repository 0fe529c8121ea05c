import { expect, test } from 'vitest';
import { classify, retryAfterMs } from './classify.ts';

const error = (code: string, message = 'said so') => ({ code, message });

const ANSWER = { marker: 'apply_crud', results: [{ action_id: 'a', status: 'applied' }] };

test.each([
  // From our API.
  [200, ANSWER, 'answer'],
  [200, { marker: 'apply_crud', results: [] }, 'answer'],
  // Not from our API: captive portals, proxies, empty bodies.
  [200, undefined, 'retry portal'],
  [200, { ok: true }, 'retry portal'],
  [200, { ...ANSWER, marker: 'other' }, 'retry portal'],
  [200, { marker: 'apply_crud', results: [{ action_id: 'a', status: 'maybe' }] }, 'retry portal'],
  [204, undefined, 'retry portal'],
  [0, undefined, 'retry portal'],
  [302, undefined, 'retry portal'],
  [403, undefined, 'retry portal'],
  [511, undefined, 'retry server'],
  // Server errors.
  [408, undefined, 'retry busy'],
  [425, undefined, 'retry busy'],
  [429, error('over_limit'), 'retry busy'],
  [500, undefined, 'retry server'],
  [502, undefined, 'retry server'],
  [503, error('PGRST000'), 'retry server'],
  [404, error('PGRST202'), 'retry server'],
  [500, error('08006'), 'retry server'],
  [409, error('40001'), 'retry server'],
  [409, error('40P01'), 'retry server'],
  [400, error('53300'), 'retry server'],
  [400, error('55P03'), 'retry server'],
  [400, error('57014'), 'retry server'],
  [500, error('XX000'), 'retry server'],
  // An invalid session.
  [401, error('PGRST301'), 'refresh'],
  [401, error('PGRST303'), 'refresh'],
  [400, error('PGRST301'), 'refresh'],
  [401, error('42501'), 'refresh'],
  // A rejected write.
  [400, error('22P02'), 'refused'],
  [409, error('23505'), 'refused'],
  [400, error('23514'), 'refused'],
  [403, error('42501'), 'refused'],
  [400, error('P0001'), 'refused'],
  [400, error('PGRST204'), 'refused'],
  [413, error('', 'Payload too large'), 'refused'],
])('%i %j is %s', (status, body, expected) => {
  const outcome = classify({ status, body });
  expect(outcome.kind === 'retry' ? `retry ${outcome.reason}` : outcome.kind).toBe(expected);
});

test('Retry-After is read in seconds and as a date, with a limit', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  expect(retryAfterMs('30', now)).toBe(30_000);
  expect(retryAfterMs('Sat, 21 Nov 2026 10:01:00 GMT', now)).toBe(60_000);
  expect(retryAfterMs('86400', now)).toBe(600_000);
  expect(retryAfterMs('soon', now)).toBeUndefined();
  expect(retryAfterMs(null, now)).toBeUndefined();
  expect(classify({ status: 503, body: undefined, retryAfter: '7' })).toMatchObject({ retryAfterMs: 7000 });
});
