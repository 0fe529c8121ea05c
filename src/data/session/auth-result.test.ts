import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeKey } from '../device/kv.ts';
import { detachedAuthClient } from './auth-client.ts';
import { attempt } from './auth-result.ts';
import { exchangeGoogleCode, googleAddress } from './google.ts';
import { changePassword } from './own-account.ts';

const SAID = 'Error sending recovery email';
const json = (status: number, body: object) => () => Response.json(body, { status });
const page =
  (status: number, statusText = '') =>
  async () =>
    new Response('<html>', { status, statusText, headers: { 'content-type': 'text/html' } });
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const serve = (answer: () => Response | Promise<Response>) => vi.stubGlobal('fetch', async () => answer());

const logIn = () =>
  attempt(() => detachedAuthClient().signInWithPassword({ email: 'a@rangeday.example', password: 'walnut-42!' }));
const recover = () => attempt(() => detachedAuthClient().resetPasswordForEmail('a@rangeday.example'));
const signUp = () =>
  attempt(() => detachedAuthClient().signUp({ email: 'a@rangeday.example', password: 'walnut-42!' }));
const sendCode = () => attempt(() => detachedAuthClient().signInWithOtp({ email: 'a@rangeday.example' }));
const openLink = () => attempt(() => detachedAuthClient().verifyOtp({ token_hash: 'x', type: 'signup' }));
const resend = () => attempt(() => detachedAuthClient().resend({ type: 'signup', email: 'a@rangeday.example' }));
const password = () => changePassword(async () => 'token', 'walnut-42!');
const google = async () => {
  await writeKey('google-log-in', { verifier: 'v', next: '/' });
  return exchangeGoogleCode('code');
};
const CALLS = { logIn, recover, signUp, sendCode, openLink, resend, password, google };

beforeEach(() => vi.stubGlobal('location', { origin: 'https://app.example' }));
afterEach(() => vi.unstubAllGlobals());

test.each(Object.entries(CALLS))(
  '%s: an answer with 5xx is the fault of the server, which says what it is; control: no answer is offline',
  async (_, call) => {
    for (const status of [500, 502, 503, 504]) {
      serve(json(status, { code: status, error_code: 'unexpected_failure', msg: SAID }));
      expect(await call()).toMatchObject({ ok: false, code: 'server', message: SAID });
    }
    serve(offline);
    expect(await call()).toMatchObject({ ok: false, code: 'offline' });
  },
);

test.each(Object.entries(CALLS))(
  '%s: a page of a proxy with 502 is the fault of the server, one with 200 no answer',
  async (_, call) => {
    serve(page(502, 'Bad Gateway'));
    expect(await call()).toMatchObject({ ok: false, code: 'server' });
    serve(page(200));
    expect(await call()).toMatchObject({ ok: false, code: 'offline' });
    // The status of captive portals.
    serve(page(511, 'Network Authentication Required'));
    expect(await call()).toMatchObject({ ok: false, code: 'offline' });
  },
);

test('a server that fails when Google is asked for is not told as being offline', async () => {
  serve(json(503, { msg: 'Service unavailable' }));
  expect(await googleAddress('/')).toMatchObject({ ok: false, code: 'server' });
  serve(offline);
  expect(await googleAddress('/')).toMatchObject({ ok: false, code: 'offline' });
});
