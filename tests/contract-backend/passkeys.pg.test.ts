import { randomUUID } from 'node:crypto';

import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Authenticator } from '../support/authenticator.ts';
import type { Faults } from '../support/authenticator.ts';
import { authRequests } from './support/auth-requests.ts';
import { isHosted, openProject } from './support/backend.ts';
import type { Project } from './support/backend.ts';

/** Log-ins that one client may begin. */
const LIMIT = 100;
process.env['RANGEDAY_AUTH_PASSKEY_LOGINS'] = String(LIMIT);

let project: Project;
beforeAll(async () => {
  project = await openProject();
});
afterAll(async () => {
  await project.stop();
});

const { post } = authRequests(() => project);

/** The parameters are the browser's types; the answers of `Authenticator` have only the used fields. */
type Credential = Parameters<SupabaseClient['auth']['passkey']['verifyAuthentication']>[0]['credential'];

async function register(client: SupabaseClient, authenticator: Authenticator, faults?: Faults) {
  const { data, error } = await client.auth.passkey.startRegistration();
  if (error) return { data: null, error };
  const credential = authenticator.create(data.options, faults) as Credential;
  return await client.auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
}

async function logIn(authenticator: Authenticator, faults?: Faults) {
  const client = project.client();
  const { data } = await client.auth.passkey.startAuthentication();
  if (!data) throw new Error('There is no challenge.');
  const credential = authenticator.get(data.options, faults) as Credential;
  return await client.auth.passkey.verifyAuthentication({ challengeId: data.challenge_id, credential });
}

/** A member with a passkey. */
async function memberWithPasskey() {
  const member = await project.member();
  const authenticator = new Authenticator(project.url);
  const { data, error } = await register(member.client, authenticator);
  if (error) throw error;
  return { ...member, authenticator, passkey: data };
}

// A hosted project accepts passkeys from the origin of its app only.
describe.skipIf(isHosted)('passkeys', () => {
  test('a member adds, names and lists one, logs in with it and deletes it', async () => {
    const { client, id, authenticator, passkey } = await memberWithPasskey();
    expect(passkey).toEqual({ id: passkey.id, friendly_name: 'Passkey', created_at: expect.any(String) });
    expect((await client.auth.passkey.list()).data).toEqual([passkey]);
    const renamed = await client.auth.passkey.update({ passkeyId: passkey.id, friendlyName: 'Blue key' });
    expect(renamed.data).toEqual({ ...passkey, friendly_name: 'Blue key' });

    const { data, error } = await logIn(authenticator);
    expect(error).toBeNull();
    expect(data?.user?.id).toBe(id);
    const claims = JSON.parse(Buffer.from(data?.session?.access_token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.amr).toEqual([{ method: 'passkey', timestamp: expect.any(Number) }]);
    const [used] = (await client.auth.passkey.list()).data ?? [];
    expect(used).toEqual({ ...renamed.data, last_used_at: expect.any(String) });

    expect((await client.auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    expect((await client.auth.passkey.list()).data).toEqual([]);
    expect((await logIn(authenticator)).error?.code).toBe('webauthn_verification_failed');
  });

  test('the options are those of Supabase, and name the keys that the member has', async () => {
    const { client, id, email } = await memberWithPasskey();
    const { data } = await client.auth.passkey.startRegistration();
    expect(data).toMatchObject({
      options: {
        rp: { id: 'localhost', name: 'Rangeday' },
        user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: email },
        excludeCredentials: [{ type: 'public-key', id: expect.stringMatching(/^[\w-]{43}$/) }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        attestation: 'none',
        timeout: 300_000,
      },
    });
    expect(Math.abs((data?.expires_at ?? 0) - Date.now() / 1000 - 300)).toBeLessThan(30);
    const started = await project.client().auth.passkey.startAuthentication();
    expect(started.data?.options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'preferred',
    });
  });

  const other = new Authenticator('https://other.example');
  test.each<[string, Faults]>([
    ['of another origin', { origin: 'https://rangeday.example' }],
    ['for another site', { rpId: 'example.com' }],
    ['of another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['with another key', { key: other.privateKey }],
    ['that nobody touched', { isAbsent: true }],
    ['of nobody', { userHandle: Buffer.from(randomUUID()).toString('base64url') }],
    ['that became a copied key', { isBackupEligible: true }],
  ])('a log-in %s is refused; control: the next one', async (_, faults) => {
    const { authenticator } = await memberWithPasskey();
    const { data, error } = await logIn(authenticator, faults);
    expect(error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
    expect(data?.session ?? null).toBeNull();
    expect((await logIn(authenticator)).error).toBeNull();
  });

  test('a key of one member logs nobody else in', async () => {
    const [ann, ben] = [await memberWithPasskey(), await memberWithPasskey()];
    const userHandle = Buffer.from(ben.id).toString('base64url');
    expect((await logIn(ann.authenticator, { userHandle })).error?.code).toBe('webauthn_verification_failed');
    const renamed = await ann.client.auth.passkey.update({ passkeyId: ben.passkey.id, friendlyName: 'Mine' });
    expect(renamed.error).toMatchObject({ status: 404, code: 'validation_failed', message: 'Passkey not found' });
    const deleted = await ann.client.auth.passkey.delete({ passkeyId: ben.passkey.id });
    expect(deleted.error).toMatchObject({ status: 404, code: 'validation_failed' });
    expect((await logIn(ben.authenticator)).data?.user?.id).toBe(ben.id);
  });

  test('a counter that does not grow is refused, as of a copied authenticator', async () => {
    const { authenticator } = await memberWithPasskey();
    expect((await logIn(authenticator, { counter: 7 })).error).toBeNull();
    expect((await logIn(authenticator, { counter: 7 })).error?.code).toBe('webauthn_verification_failed');
    expect((await logIn(authenticator, { counter: 6 })).error?.code).toBe('webauthn_verification_failed');
    expect((await logIn(authenticator, { counter: 8 })).error).toBeNull();
  });

  test('a challenge works once, for its own purpose and member, and ends after five minutes', async () => {
    const { client, authenticator } = await memberWithPasskey();
    const anyone = project.client().auth.passkey;
    const { data } = await anyone.startAuthentication();
    const challengeId = data?.challenge_id ?? '';
    const credential = () => authenticator.get(data?.options ?? { challenge: '' }) as Credential;
    expect((await client.auth.passkey.verifyRegistration({ challengeId, credential: credential() })).error?.code).toBe(
      'webauthn_challenge_not_found',
    );
    expect((await anyone.verifyAuthentication({ challengeId, credential: credential() })).error).toBeNull();
    expect((await anyone.verifyAuthentication({ challengeId, credential: credential() })).error).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_not_found',
      message: 'Challenge not found or already used',
    });

    const registration = await client.auth.passkey.startRegistration();
    const { client: stranger } = await project.member();
    const stolen = await stranger.auth.passkey.verifyRegistration({
      challengeId: registration.data?.challenge_id ?? '',
      credential: credential(),
    });
    expect(stolen.error?.code).toBe('webauthn_challenge_not_found');

    const late = await anyone.startAuthentication();
    await project.embedded?.db.query(
      "update auth.webauthn_challenges set expires_at = expires_at - interval '5 minutes' where id = $1",
      [late.data?.challenge_id],
    );
    const answer = await anyone.verifyAuthentication({
      challengeId: late.data?.challenge_id ?? '',
      credential: authenticator.get(late.data?.options ?? { challenge: '' }) as Credential,
    });
    expect(answer.error).toMatchObject({ code: 'webauthn_challenge_expired', message: 'Challenge has expired' });
  });

  test.each<[string, Faults]>([
    ['of another origin', { origin: 'https://rangeday.example' }],
    ['for another site', { rpId: 'example.com' }],
    ['that nobody touched', { isAbsent: true }],
  ])('a registration %s is refused', async (_, faults) => {
    const { client } = await project.member();
    const { error } = await register(client, new Authenticator(project.url), faults);
    expect(error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
    expect((await client.auth.passkey.list()).data).toEqual([]);
  });

  test('a member has at most ten, and a key belongs to one member', async () => {
    const { client, authenticator } = await memberWithPasskey();
    const { client: stranger } = await project.member();
    expect((await register(stranger, authenticator)).error).toMatchObject({
      status: 422,
      code: 'webauthn_credential_exists',
    });
    const begun = await client.auth.passkey.startRegistration();
    for (let count = 1; count < 10; count++)
      expect((await register(client, new Authenticator(project.url))).error).toBeNull();
    expect((await register(client, new Authenticator(project.url))).error).toMatchObject({
      status: 422,
      code: 'too_many_passkeys',
    });
    const credential = new Authenticator(project.url).create(
      begun.data?.options ?? { challenge: '', rp: {}, user: { id: '' } },
    ) as Credential;
    const early = { challengeId: begun.data?.challenge_id ?? '', credential };
    expect((await client.auth.passkey.verifyRegistration(early)).error?.code).toBe('too_many_passkeys');
  });

  test('banned and unconfirmed members cannot log in, and a deleted account has no key', async () => {
    const { id, authenticator } = await memberWithPasskey();
    const { admin, embedded } = project;
    await admin.auth.admin.updateUserById(id, { ban_duration: '24h' });
    expect((await logIn(authenticator)).error).toMatchObject({ status: 403, code: 'user_banned' });
    await admin.auth.admin.updateUserById(id, { ban_duration: 'none' });
    await embedded?.db.query('update auth.users set email_confirmed_at = null where id = $1', [id]);
    expect((await logIn(authenticator)).error).toMatchObject({ status: 403, code: 'email_not_confirmed' });
    expect((await admin.auth.admin.passkey.listPasskeys({ userId: id })).data).toHaveLength(1);
    await admin.auth.admin.deleteUser(id);
    expect((await logIn(authenticator)).error?.code).toBe('webauthn_verification_failed');
    const left = await embedded?.db.query('select 1 from auth.webauthn_credentials where user_id = $1', [id]);
    expect(left?.rowCount).toBe(0);
  });

  test('an administrator lists and deletes the passkeys of a member; a soft deletion deletes them too', async () => {
    const { id, passkey } = await memberWithPasskey();
    const { passkey: keys } = project.admin.auth.admin;
    expect((await keys.listPasskeys({ userId: id })).data).toEqual([passkey]);
    expect((await keys.deletePasskey({ userId: id, passkeyId: passkey.id })).error).toBeNull();
    expect((await keys.deletePasskey({ userId: id, passkeyId: passkey.id })).error).toMatchObject({ status: 404 });
    // Other things of a member, which this server does not have, are not the member.
    const { error } = await project.admin.auth.admin.mfa.deleteFactor({ userId: id, id: passkey.id });
    expect(error).toMatchObject({ status: 404 });
    expect((await project.admin.auth.admin.getUserById(id)).data.user?.id).toBe(id);
    const { id: gone } = await memberWithPasskey();
    await project.admin.auth.admin.deleteUser(gone, true);
    const left = await project.embedded?.db.query('select 1 from auth.webauthn_credentials where user_id = $1', [gone]);
    expect(left?.rowCount).toBe(0);
  });

  test.each([
    [{}, 'validation_failed', 'challenge_id is required'],
    [{ challenge_id: randomUUID() }, 'validation_failed', 'credential is required'],
    [{ challenge_id: 'x', credential: {} }, 'validation_failed', 'challenge_id must be a valid UUID'],
    [
      { challenge_id: randomUUID(), credential: {} },
      'webauthn_challenge_not_found',
      'Challenge not found or already used',
    ],
  ])('verify answers %j as Supabase does', async (body, code, message) => {
    const answer = await post('/passkeys/authentication/verify', body);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([400, { code: 400, error_code: code, msg: message }]);
  });

  test.each([null, 'x', {}, { id: 'x', type: 'public-key' }, { id: 'x', type: 'public-key', response: {} }])(
    'a malformed credential (%j) is refused and uses up the challenge',
    async (credential) => {
      const { data } = await project.client().auth.passkey.startAuthentication();
      const body = { challenge_id: data?.challenge_id, credential };
      const said = async () => JSON.parse((await post('/passkeys/authentication/verify', body)).body).error_code;
      expect(await said()).toBe('webauthn_verification_failed');
      expect(await said()).toBe('webauthn_challenge_not_found');
    },
  );

  test('names have 1 to 120 bytes; without a token nothing is listed', async () => {
    const { client, passkey } = await memberWithPasskey();
    const rename = (friendlyName: string) => client.auth.passkey.update({ passkeyId: passkey.id, friendlyName });
    expect((await rename('')).error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await rename('ü'.repeat(61))).error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await rename('ü'.repeat(60))).error).toBeNull();
    const answer = await fetch(`${project.url}/auth/v1/passkeys`, { headers: { apikey: project.anonKey } });
    expect(answer.status).toBe(403);
  });

  test('A55: one client begins a limited number of log-ins; control: another client', async () => {
    const begin = async (from: string) => (await post('/passkeys/authentication/options', {}, from)).status;
    const statuses = await Promise.all(Array.from({ length: LIMIT + 5 }, () => begin('127.0.0.31')));
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(await begin('127.0.0.32')).toBe(200);
  });
});
