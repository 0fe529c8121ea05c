import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OPENING, syncState } from '../device/sync-state.ts';
import { arePasskeysOffered, passkeySession } from './passkeys.ts';

const json = (body: object, status = 200) => Response.json(body, { status });
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const SESSION = { access_token: 'a', refresh_token: 'r', user: { id: 'me' } };

/** Answers by the end of the address. */
function serve(answers: Record<string, () => Response | Promise<Response>>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const found = Object.entries(answers).find(([path]) => url.endsWith(path));
    return found ? found[1]() : offline();
  });
  return asked;
}

const get = vi.fn();
beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://app.example', hostname: 'app.example' });
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, {
      parseRequestOptionsFromJSON: (options: object) => options,
      isConditionalMediationAvailable: async () => true,
    }),
  );
  syncState.set(OPENING);
  vi.stubGlobal('navigator', { credentials: { get } });
  get.mockReset().mockResolvedValue({ toJSON: () => ({ id: 'key' }) });
});
afterEach(() => vi.unstubAllGlobals());

const settings = (answer: () => Response | Promise<Response>) => serve({ '/auth/v1/settings': answer });
const chosen = vi.fn();
const logIn = (isAutofill = false) => passkeySession(new AbortController().signal, isAutofill ? chosen : undefined);
const options = () => json({ challenge_id: 'c', options: { challenge: 'x' }, expires_at: 1 });

test('passkeys are offered where the auth service says so; without an answer, what it said before', async () => {
  settings(offline);
  expect(await arePasskeysOffered()).toBe(false);
  settings(() => json({ passkeys_enabled: true }));
  expect(await arePasskeysOffered()).toBe(true);
  settings(offline);
  expect(await arePasskeysOffered()).toBe(true);
  settings(() => json({ passkeys_enabled: false }));
  expect(await arePasskeysOffered()).toBe(false);
  settings(() => json({ msg: 'Service unavailable' }, 503));
  expect(await arePasskeysOffered()).toBe(false);
});

test('while nothing answers, the service is not asked; without a session, or while another one fails, it is', async () => {
  const asked = settings(() => json({ passkeys_enabled: true }));
  syncState.set({ ...OPENING, phase: 'offline' });
  // As the first test left it.
  expect(await arePasskeysOffered()).toBe(false);
  expect(asked).toEqual([]);
  for (const reason of [{ isFailing: true }, { signInNeeded: true }]) {
    syncState.set({ ...OPENING, phase: 'offline', ...reason });
    expect(await arePasskeysOffered()).toBe(true);
  }
  syncState.set({ ...OPENING, phase: 'offline' });
  expect(await arePasskeysOffered()).toBe(true);
  expect(asked).toHaveLength(2);
});

test('an auth service of before passkeys offers none', async () => {
  settings(() => json({ external: { google: true } }));
  expect(await arePasskeysOffered()).toBe(false);
});

test.each([
  ['has no PublicKeyCredential', () => vi.stubGlobal('PublicKeyCredential', undefined)],
  ['cannot read the options', () => vi.stubGlobal('PublicKeyCredential', () => {})],
  ['is at an address of numbers', () => vi.stubGlobal('location', { origin: '', hostname: '192.168.1.20' })],
])('a browser that %s is offered none, and asks nobody', async (_, change) => {
  change();
  const asked = settings(() => json({ passkeys_enabled: true }));
  expect(await arePasskeysOffered()).toBe(false);
  expect(asked).toEqual([]);
});

test('a session comes from the signed challenge', async () => {
  serve({ '/options': options, '/verify': () => json(SESSION) });
  expect(await logIn()).toEqual({ ok: true, data: SESSION });
  expect(get).toHaveBeenCalledWith({ publicKey: { challenge: 'x' }, signal: expect.any(AbortSignal) });
  await logIn(true);
  expect(chosen).toHaveBeenCalledOnce();
  expect(get).toHaveBeenLastCalledWith(expect.objectContaining({ mediation: 'conditional' }));
});

test.each([
  ['webauthn_verification_failed', 400, { ok: false, code: 'unknown', message: 'webauthn_verification_failed' }],
  ['webauthn_challenge_expired', 400, { ok: false, code: 'unknown', message: 'webauthn_challenge_expired' }],
  ['passkey_disabled', 404, { ok: false, code: 'unknown', message: 'passkey_disabled' }],
  ['user_banned', 403, { ok: false, code: 'banned', message: 'said' }],
  ['email_not_confirmed', 403, { ok: false, code: 'email_not_confirmed', message: 'said' }],
  ['over_request_rate_limit', 429, { ok: false, code: 'rate_limited', message: 'said' }],
  ['unexpected_failure', 500, { ok: false, code: 'server', message: 'said' }],
])('%s of the auth service', async (code, status, failure) => {
  const refusal = () => json({ code: status, error_code: code, msg: 'said' }, status);
  serve({ '/options': options, '/verify': refusal });
  expect(await logIn()).toEqual(failure);
  serve({ '/options': refusal });
  expect(await logIn()).toEqual(failure);
});

test.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['SecurityError', 'not_possible'],
])('%s of the browser', async (name, message) => {
  serve({ '/options': options });
  get.mockRejectedValue(new DOMException('x', name));
  expect(await logIn()).toEqual({ ok: false, code: 'unknown', message });
});

test('without a network the browser is not asked', async () => {
  serve({});
  expect(await logIn()).toMatchObject({ ok: false, code: 'offline' });
  expect(get).not.toHaveBeenCalled();
});

test('a browser without suggestions asks for no challenge', async () => {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { parseRequestOptionsFromJSON: (given: object) => given }),
  );
  const asked = serve({ '/options': options });
  expect(await logIn(true)).toEqual({ ok: false, code: 'unknown', message: 'not_possible' });
  expect(asked).toEqual([]);
});
