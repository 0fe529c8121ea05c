import { describe, expect, test } from 'vitest';
import { codeErrorText } from './code-error.ts';
import { failureText } from './failure-reason.ts';
import { googleErrorText } from './google-error.ts';
import { toLoginError } from './login-error.ts';

describe('the provider’s message at a log-in', () => {
  test.each([
    ['Email not found', { email: 'Email not found' }],
    ['No user with this email', { email: 'Email not found' }],
    ['Email not confirmed', { email: 'Email not found' }],
    ['EMAIL rate limit exceeded', { email: 'Email not found' }],
    ['Invalid email or password', { email: 'Email not found' }],
    ['Wrong password', { password: 'Incorrect password' }],
    ['Password is too old', { password: 'Incorrect password' }],
    ['Invalid login credentials', { general: 'Invalid login credentials' }],
    ['Database error granting user', { general: 'Database error granting user' }],
  ])('%s', (message, shown) => {
    expect(toLoginError(message)).toEqual(shown);
  });
});

test.each([
  ['link_expired', 60_000, 'This code is wrong. Use the one in the newest email.'],
  ['link_expired', 61 * 60_000, 'This code has expired. Send a new one.'],
  ['rate_limited', 0, 'Too many attempts. Wait a minute and try again.'],
  ['offline', 0, 'You are offline. Try again when you are online.'],
  ['banned', 0, 'This account cannot sign in.'],
  ['server', 0, 'said so'],
  ['unknown', 0, 'said so'],
] as const)('a code that is refused: %s after %i ms', (code, age, text) => {
  expect(codeErrorText({ ok: false, code, message: 'said so' }, age)).toBe(text);
});

test.each([
  ['access_denied', 'You cancelled the log-in with Google.'],
  [
    'provider_email_needs_verification',
    'Google has not verified this email address. Verify it there, or log in another way.',
  ],
  ['user_banned', 'This account cannot sign in.'],
  ['bad_oauth_state', 'This log-in has expired, or it was started in another browser. Try again.'],
  ['flow_state_already_used', 'This log-in has expired, or it was started in another browser. Try again.'],
  ['server_error', 'Google did not confirm the log-in. Try again.'],
  ['', 'Google did not confirm the log-in. Try again.'],
])('a log-in with Google that failed: %s', (code, text) => {
  expect(googleErrorText(code)).toBe(text);
});

test('a server that failed, or refused for a reason of its own, is told in its own words, or without any as what it is', () => {
  const failure = { ok: false, code: 'server', message: 'Error sending recovery email' } as const;
  expect(failureText(failure)).toBe('Error sending recovery email');
  expect(failureText({ ...failure, message: '' })).toBe('The server has a problem. Try again in a moment.');
  const own = { ...failure, code: 'unknown', message: 'Signups not allowed for otp' } as const;
  expect(failureText(own)).toBe('Signups not allowed for otp');
  expect(failureText({ ...own, message: '' })).toBe('An error occurred.');
  expect(failureText({ ...failure, code: 'offline' })).toBe('You are offline. Try again when you are online.');
});
