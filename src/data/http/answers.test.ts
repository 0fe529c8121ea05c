import { expect, test } from 'vitest';
import { endsSession, isFinal, passing, refusesToken } from './answers.ts';

/** As storage-api sends its errors outside of tus. */
const storage = (statusCode: string, message: string, code = 'AccessDenied') => ({
  ...{ statusCode, error: 'Unauthorized', message, code },
});
const rest = (code: string, message: string) => ({ code, message, details: null, hint: null });

test.each([
  // PostgREST.
  [401, rest('PGRST303', 'JWT expired'), 'token'],
  [401, rest('PGRST301', 'JWT expired'), 'token'],
  [401, rest('PGRST301', 'No suitable key or wrong key type'), 'token'],
  [401, rest('PGRST302', 'Anonymous access is disabled'), 'token'],
  [401, rest('42501', 'permission denied for table ads'), 'token'],
  [403, rest('42501', 'permission denied for table ads'), 'final'],
  [500, rest('PGRST300', 'Server lacks JWT secret'), 'server'],
  [503, rest('PGRST002', 'Could not query the database for the schema cache'), 'server'],
  [500, rest('40P01', 'deadlock detected'), 'server'],
  [400, rest('23514', 'A check'), 'final'],
  // Storage, outside of tus: the true status is in the body.
  [400, storage('403', '"exp" claim timestamp check failed'), 'token'],
  [400, storage('403', '"nbf" claim timestamp check failed'), 'token'],
  [400, storage('403', 'signature verification failed'), 'token'],
  [400, storage('403', 'Invalid Compact JWS'), 'token'],
  [400, storage('403', 'no applicable key found in the JSON Web Key Set'), 'token'],
  [400, storage('403', '"alg" (Algorithm) Header Parameter value not allowed'), 'token'],
  [400, storage('400', 'jwt expired', 'InvalidJWT'), 'token'],
  [400, storage('403', 'new row violates row-level security policy'), 'final'],
  [400, storage('403', 'You may not add files to this post.'), 'final'],
  [400, storage('404', 'Object not found', 'NoSuchKey'), 'final'],
  [400, storage('544', 'The connection to the database timed out', 'DatabaseTimeout'), 'server'],
  [400, storage('503', 'Lock timeout', 'LockTimeout'), 'server'],
  [400, storage('423', 'The resource is locked', 'ResourceLocked'), 'busy'],
  [429, storage('429', 'Too many connections issued to the database', 'SlowDown'), 'busy'],
  // Storage, in tus: a sentence, with the true status.
  [403, 'new row violates row-level security policy', 'final'],
  [544, 'The connection to the database timed out', 'server'],
  [413, 'Maximum size exceeded', 'final'],
  // Auth, of both API versions.
  [403, { code: 'bad_jwt', message: 'invalid JWT: unable to parse or verify signature' }, 'token'],
  [403, { code: 403, error_code: 'bad_jwt', msg: 'invalid JWT' }, 'token'],
  [403, { code: 'session_not_found', message: 'Session from session_id claim in JWT does not exist' }, 'token'],
  [401, { code: 401, error_code: 'no_authorization', msg: 'This endpoint requires a Bearer token' }, 'token'],
  [422, { code: 'weak_password', message: 'Password should be longer' }, 'final'],
  // Functions, and the gateway before them.
  [401, { error: 'Your session has ended. Please log in again.' }, 'token'],
  [401, { code: 401, message: 'Invalid JWT' }, 'token'],
  [403, { error: 'Only for the staff.' }, 'final'],
  // A proxy or a captive portal.
  [401, '<html>', 'final'],
  [401, undefined, 'final'],
  [0, undefined, 'server'],
  [502, '<html>', 'server'],
  [429, undefined, 'busy'],
])('%i %j is %s', (status, body, expected) => {
  const answer = { status, body };
  expect(refusesToken(answer) ? 'token' : (passing(answer) ?? 'final')).toBe(expected);
  expect(isFinal(answer)).toBe(expected === 'final');
});

test('an answer to HEAD has no body, so each refusal may be that of the token', () => {
  expect([400, 401, 403].every((status) => refusesToken({ status, method: 'HEAD' }))).toBe(true);
  expect([200, 404, 410, 423, 500].some((status) => refusesToken({ status, method: 'HEAD' }))).toBe(false);
});

test.each([
  [400, { code: 'refresh_token_not_found' }, true],
  [400, { code: 400, error_code: 'refresh_token_already_used', msg: 'Already Used' }, true],
  [400, { code: 'session_not_found' }, true],
  [400, { code: 'session_expired' }, true],
  [400, { error: 'invalid_grant', error_description: 'Invalid Refresh Token' }, true],
  [400, { code: 'user_banned' }, true],
  // These say nothing about the session.
  [401, { message: 'Invalid API key' }, false],
  [403, '<html>Blocked by the network of this hotel', false],
  [404, { message: 'no Route matched with those values' }, false],
  [429, { code: 'over_request_rate_limit' }, false],
  [500, { code: 'unexpected_failure' }, false],
  [503, undefined, false],
  [0, undefined, false],
])('a refresh answered %i %j ends the session: %s', (status, body, expected) => {
  expect(endsSession({ status, body })).toBe(expected);
});
