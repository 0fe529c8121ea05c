import { request } from 'node:http';

import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { freshEmail, isHosted, openProject, PASSWORD, patientFetch } from './support/backend.ts';
import type { Project } from './support/backend.ts';

let project: Project;
beforeAll(async () => {
  project = await openProject();
});
afterAll(async () => {
  await project.stop();
});

/** Nothing is sent to it. */
const NOBODY = 'nobody@rangeday.example';

describe('HTTP format', () => {
  const postText = (path: string, body: string, headers: Record<string, string> = {}) =>
    patientFetch(`${project.url}/auth/v1${path}`, {
      method: 'POST',
      body,
      headers: { apikey: project.anonKey, ...headers },
    });

  test('sends the error code where older clients read it', async () => {
    const answer = await postText('/token?grant_type=password', JSON.stringify({ email: freshEmail(), password: 'x' }));
    expect(await answer.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
  });

  const codeOf = async (answer: Response) => {
    const { error_code: code, msg } = (await answer.json()) as { error_code: string; msg: string };
    return [answer.status, code, msg];
  };

  test.each([
    ['/signup', '{'],
    ['/signup', '[1]'],
    ['/signup', '"text"'],
    ['/signup', JSON.stringify({ email: 7, password: {} })],
    ['/signup', JSON.stringify({ email: NOBODY, password: PASSWORD, data: [1] })],
    ['/token?grant_type=password', JSON.stringify({ email: 7, password: 'x' })],
  ])('%s answers the malformed body %s with bad_json', async (path, body) => {
    const [status, code, msg] = await codeOf(await postText(path, body));
    expect([status, code]).toEqual([400, 'bad_json']);
    expect(msg).toMatch(/^Could not parse request body as JSON/);
  });

  test.each([
    ['/signup', {}, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    [
      '/signup',
      { phone: '12345678', password: PASSWORD },
      400,
      'phone_provider_disabled',
      'Phone signups are disabled',
    ],
    [
      '/signup',
      { email: ` ${NOBODY}`, password: PASSWORD },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    ['/signup', { email: NOBODY }, 400, 'validation_failed', 'Signup requires a valid password'],
    ['/token?grant_type=password', { password: 'x' }, 400, 'validation_failed', 'missing email or phone'],
    ['/token?grant_type=password', { email: NOBODY }, 400, 'invalid_credentials', 'Invalid login credentials'],
    [
      '/token?grant_type=password',
      { email: 'x', password: 'x' },
      400,
      'invalid_credentials',
      'Invalid login credentials',
    ],
    ['/token?grant_type=none', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['/token?grant_type=refresh_token', {}, 400, 'validation_failed', 'Refresh token is not valid'],
    ['/recover', {}, 400, 'validation_failed', 'Password recovery requires an email'],
    ['/otp', {}, 400, 'validation_failed', 'One of email or phone must be set'],
    ['/otp', { phone: '12345678' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
    ['/resend', { type: 'signup' }, 400, 'validation_failed', 'Type provided requires an email address'],
    ['/verify', { token: '000000' }, 400, 'validation_failed', 'Verify requires a verification type'],
    [
      '/verify',
      { type: 'signup', email: NOBODY },
      400,
      'validation_failed',
      'Verify requires either a token or a token hash',
    ],
    [
      '/verify',
      { type: 'signup', token: '000000' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    ],
    [
      '/verify',
      { type: 'nothing', email: NOBODY, token: '000000' },
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ],
    ['/verify', { type: 'signup', token_hash: 'abc' }, 403, 'otp_expired', 'Email link is invalid or has expired'],
  ])('%s answers %j with %i %s', async (path, body, status, code, msg) => {
    expect(await codeOf(await postText(path, JSON.stringify(body)))).toEqual([status, code, msg]);
  });

  test('a redirect form without a type or a token is an error, and no redirect', async () => {
    for (const query of ['token=abc', 'type=signup']) {
      const answer = await patientFetch(`${project.url}/auth/v1/verify?${query}`, { redirect: 'manual' });
      expect((await codeOf(answer)).slice(0, 2)).toEqual([400, 'validation_failed']);
    }
  });

  test('accepts a symbol and letters of ASCII only, and says which characters are asked for', async () => {
    const password = 'пароль-сила1€';
    const answer = await postText('/signup', JSON.stringify({ email: freshEmail(), password }));
    expect((await codeOf(answer)).slice(0, 2)).toEqual([422, 'weak_password']);
  });

  test('rejects requests without a key and tokens of another secret', async () => {
    expect((await fetch(`${project.url}/auth/v1/settings`)).status).toBe(401);
    const forged = await new SignJWT({ role: 'authenticated', session_id: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(crypto.randomUUID())
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('another secret of thirty-two bytes'));
    expect((await project.client().auth.getUser(forged)).error).toMatchObject({ status: 403, code: 'bad_jwt' });
    expect((await project.client().auth.getUser('a-token')).error).toMatchObject({ status: 403, code: 'bad_jwt' });
  });

  // Supabase's own server limits requests of an address of origin, not wrong passwords: the probe would lock out this
  // machine.
  test.skipIf(isHosted)('limits wrong passwords', async () => {
    const { email } = await project.member();
    const tries = await Promise.all(
      Array.from({ length: 7 }, () =>
        postText('/token?grant_type=password', JSON.stringify({ email, password: 'wrong' })),
      ),
    );
    expect(tries.filter((answer) => answer.status === 429)).toHaveLength(1);
  });

  // A hosted project has no mailbox.
  test.skipIf(isHosted)('the mailbox answers only local host names', async () => {
    const { hostname, port } = new URL(project.url);
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(
        { hostname, port, path: '/_dev/mail', headers: { host: 'elsewhere.example' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      outgoing.on('error', reject).end();
    });
    expect(status).toBe(403);
  });

  // A hosted project has no mailbox.
  test.skipIf(isHosted)('the mailbox page runs no scripts and escapes markup of mails', async () => {
    const answer = await fetch(`${project.url}/_dev/mail`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(await answer.text()).not.toContain('<script');
  });
});
