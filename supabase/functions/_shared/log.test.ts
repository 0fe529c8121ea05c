import { afterEach, expect, test, vi } from 'vitest';
import { codeOf, Failure, logFailure } from './log.ts';

afterEach(() => vi.restoreAllMocks());

test('a failure is one line of JSON with time, function and code', () => {
  const write = vi.spyOn(console, 'error').mockImplementation(() => {});
  logFailure('run-jobs', new Failure('mail service: status 503'));
  const line = String(write.mock.calls[0]?.[0]);
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    function: 'run-jobs',
    code: 'mail service: status 503',
  });
});

test('the message of any other error, which can name a member, is not logged', () => {
  const code = codeOf(new TypeError('ann@example.test at index.ts:1 is not valid'));
  expect(code).toMatch(/^TypeError at log\.test\.ts:\d+$|^TypeError at [\w-]+\.ts:\d+$/);
  expect(code).not.toContain('ann');
  expect(codeOf(Object.assign(new Error('ann'), { stack: 'Error: ann' }))).toBe('Error');
  expect(codeOf('ann')).toBe('unknown');
});
