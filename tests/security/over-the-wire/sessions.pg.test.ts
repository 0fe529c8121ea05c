import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consentsTo } from '#contract/auth.ts';
import { RawStream } from '../../sync/support/raw-client.ts';
import { type Held, PASSWORD, type Person, Stage } from './support/stage.ts';

// What a session is good for, and when it stops being good, over the one address of a whole backend.
let stage: Stage;
let member: Person;

beforeAll(async () => {
  stage = await Stage.open();
  member = await stage.person({ username: 'Sam' });
});
afterAll(() => stage?.close());

const read = (token: string) =>
  fetch(`${stage.url}/rest/v1/rpc/my_profile`, {
    method: 'POST',
    headers: {
      apikey: stage.backend.state.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
const account = (path: string, body: unknown, token?: string) =>
  fetch(`${stage.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: stage.backend.state.anonKey,
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
async function syncStatus(token: string): Promise<number> {
  const raw = await RawStream.open(stage, token);
  raw.close();
  return raw.status;
}

test.each([
  '/realtime/v1/websocket',
  '/realtime/v1/api/broadcast',
  '/realtime/v1/',
  '/graphql/v1',
  '/pg/query',
  '/auth/v1/admin/users',
])('A16, A36: %s is no way in: there is no realtime service to subscribe to, nor another door', async (path) => {
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(`${stage.url}${path}`, {
      method,
      headers: {
        apikey: stage.backend.state.anonKey,
        authorization: `Bearer ${member.token}`,
        accept: 'application/json',
      },
    });
    expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
  }
  expect((await read(member.token)).status).toBe(200);
});

describe('A53: the token of an account that is gone', () => {
  test('writes and reads nothing of a member, and no function believes it; control: before, they did', async () => {
    const leaving = await stage.person();
    const post = () => leaving.client.from('posts').insert({ title: 'Still here' });
    expect((await post()).error).toBeNull();
    await stage.one(
      "insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name) values ($1, '1', '2', 'Blue phone')",
      [leaving.id],
    );
    const exported = await stage.call('export-my-data', {}, leaving.token);
    expect(exported.status).toBe(200);
    expect(exported.body).toMatchObject({
      passkeys: [{ name: 'Blue phone', created_at: expect.any(String), last_used_at: null }],
    });
    const before = await stage.device(leaving, [], (rows) => rows.some(({ table }) => table === 'posts'));
    expect(before.ids('my_profile')).toEqual([leaving.id]);
    const { error } = await (await stage.service()).auth.admin.deleteUser(leaving.id);
    expect(error).toBeNull();
    expect((await post()).error).not.toBeNull();
    const batch = { v: 1, actions: [] };
    expect((await leaving.client.rpc('apply_crud', { batch })).error?.code).toBe('PT401');
    expect((await leaving.client.rpc('my_profile')).data).toEqual([]);
    expect((await stage.call('create-profile-and-friend', { user_id: leaving.id }, leaving.token)).status).toBe(401);
    expect((await stage.call('export-my-data', {}, leaving.token)).status).toBe(401);
    const isGone = (rows: Held[]) => !rows.some(({ table }) => table === 'my_profile');
    expect((await stage.device(leaving, [], isGone)).ids('posts')).toEqual([]);
    expect(await stage.one('select count(*)::int from posts where user_id = $1', [leaving.id])).toBe(0);
    expect(
      await stage.one('select count(*)::int from auth.webauthn_credentials where user_id = $1', [leaving.id]),
    ).toBe(0);
    const again = await leaving.client.auth.signInWithPassword({ email: leaving.email, password: PASSWORD });
    expect(again.error?.code).toBe('invalid_credentials');
    const renewed = await account('token?grant_type=refresh_token', { refresh_token: leaving.refreshToken });
    expect(renewed.status).toBe(400);
  });
});

describe('A54: expired, forged and replayed', () => {
  test('an expired token is refused by REST, functions, auth and sync; control: a fresh one is not', async () => {
    const claims = { sub: member.id, role: 'authenticated', email: member.email };
    const past = Math.floor(Date.now() / 1000) - 3600;
    const expired = await stage.sign({ ...claims, exp: past });
    const forged = await stage.sign(claims, 'another secret that is long enough');
    const unsigned =
      `${btoa('{"alg":"none","typ":"JWT"}')}.${btoa(JSON.stringify({ ...claims, exp: past + 9999 }))}.`.replaceAll(
        '=',
        '',
      );
    for (const [name, token] of Object.entries({ expired, forged, unsigned })) {
      expect((await read(token)).status, name).toBe(401);
      expect((await stage.call('export-my-data', {}, token)).status, name).toBe(401);
      expect(await syncStatus(token), name).toBe(401);
      const user = await fetch(`${stage.url}/auth/v1/user`, {
        headers: { apikey: stage.backend.state.anonKey, authorization: `Bearer ${token}` },
      });
      expect([401, 403], name).toContain(user.status);
    }
    expect((await read(member.token)).status).toBe(200);
    expect(await syncStatus(member.token)).toBe(200);
  });

  test('guests’ tokens are valid only for sync, and a member cannot get a token of the service', async () => {
    const guest = await stage.guestToken();
    expect((await read(guest)).status).toBe(401);
    expect((await stage.call('export-my-data', {}, guest)).status).toBe(401);
    expect(await syncStatus(guest)).toBe(200);
    const service = await stage.sign({ role: 'service_role' }, 'another secret that is long enough');
    expect((await read(service)).status).toBe(401);
  });

  test('a refresh token used again after its time ends the whole family', async () => {
    const refresh = async (refresh_token: string) => {
      const answer = await account('token?grant_type=refresh_token', { refresh_token });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    };
    const first = await refresh(member.refreshToken);
    expect(first.status).toBe(200);
    const second = await refresh(first.body['refresh_token'] ?? '');
    expect(second.status).toBe(200);
    // Past the seconds in which two tabs may both use it.
    await stage.db.query("update auth.refresh_tokens set updated_at = now() - interval '1 minute' where revoked");
    const replayed = await refresh(member.refreshToken);
    expect(replayed).toMatchObject({ status: 400 });
    expect(JSON.stringify(replayed.body)).toContain('refresh_token_already_used');
    expect((await refresh(second.body['refresh_token'] ?? '')).status).toBe(400);
    expect(await stage.one('select count(*)::int from auth.sessions where user_id = $1', [member.id])).toBe(0);
    // The access token that is left is no session any more.
    expect((await stage.call('export-my-data', {}, second.body['access_token'])).status).toBe(401);
    const { data } = await member.client.auth.signInWithPassword({ email: member.email, password: PASSWORD });
    expect((await stage.call('export-my-data', {}, data.session?.access_token)).status).toBe(200);
  });
});

describe('sessions on other devices', () => {
  const sessionsOf = (client: Person['client']) => client.rpc('my_sessions');

  test('a member lists and ends their own; an ended one writes nothing and ends no other', async () => {
    const owner = await stage.person();
    const phone = stage.client({ 'user-agent': 'Phone/1' });
    await phone.auth.signInWithPassword({ email: owner.email, password: PASSWORD });
    const listed = await sessionsOf(owner.client);
    expect(listed.error).toBeNull();
    const rows = listed.data as { id: string; is_current: boolean; user_agent: string; last_used_at: string }[];
    const [other] = rows.filter(({ user_agent }) => user_agent === 'Phone/1');
    expect(rows.filter(({ is_current }) => is_current)).toHaveLength(1);
    expect(other).toMatchObject({ is_current: false });
    expect(Math.abs(Date.now() - Date.parse(other?.last_used_at ?? ''))).toBeLessThan(60_000);
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|::1/);

    // Nobody else's: neither a member nor a visitor.
    expect((await member.client.rpc('end_session', { session_id: other?.id })).data).toBe(false);
    expect((await stage.guest.rpc('my_sessions')).error).not.toBeNull();
    expect((await stage.guest.rpc('end_session', { session_id: other?.id })).error).not.toBeNull();
    const strangers = (await sessionsOf(member.client)).data as { id: string }[];
    expect(strangers.map(({ id }) => id)).not.toContain(other?.id);

    const op = { op: 'PUT', table: 'posts', id: crypto.randomUUID(), data: { title: 'Late', visibility: 'public' } };
    const batch = {
      v: 1,
      actions: [{ action_id: crypto.randomUUID(), created_at: new Date().toISOString(), ops: [op] }],
    };
    expect((await owner.client.rpc('end_session', { session_id: other?.id })).data).toBe(true);
    // Its access token is accepted for an hour; the data API answers 401, so that the device asks for a log-in.
    const late = await phone.rpc('apply_crud', { batch });
    expect(late).toMatchObject({ status: 401, error: { code: 'PT401' } });
    expect(await sessionsOf(phone)).toMatchObject({ status: 401 });
    const mine = rows.find(({ is_current }) => is_current)?.id;
    expect((await phone.rpc('end_session', { session_id: mine })).status).toBe(401);
    expect((await phone.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect((await sessionsOf(owner.client)).error).toBeNull();
    expect((await owner.client.rpc('apply_crud', { batch })).error).toBeNull();
  });
});

describe('the consents of a sign-up', () => {
  const LINK = /token_hash=([0-9a-f]+)/;
  /** As the form does it: sign up, open the link of the mail, first sign-in. */
  async function signUp(data: Record<string, unknown>, status = 200): Promise<{ id: string; token: string }> {
    const email = `${crypto.randomUUID()}@members.example`;
    const client = stage.client();
    expect((await client.auth.signUp({ email, password: PASSWORD, options: { data } })).error).toBeNull();
    const mails = (await (await fetch(`${stage.url}/_dev/mail?format=json&to=${email}`)).json()) as {
      links: string[];
    }[];
    const [, hash = ''] = LINK.exec(mails[0]?.links[0] ?? '') ?? [];
    const confirmed = await client.auth.verifyOtp({ type: 'signup', token_hash: hash });
    expect(confirmed.error).toBeNull();
    const { user, session } = confirmed.data;
    for (let i = 0; i < 2; i++) {
      const made = await stage.call('create-profile-and-friend', { user_id: user?.id }, session?.access_token);
      expect(made.status).toBe(status);
    }
    return { id: user?.id ?? '', token: session?.access_token ?? '' };
  }
  const consents = async (id: string) =>
    (
      await stage.db.query<{ is_adult: boolean; terms_version: string; after: boolean }>(
        `select c.is_adult, c.terms_version, c.created_at = u.created_at as after from public.user_consents c
         join auth.users u on u.id = c.user_id where c.user_id = $1`,
        [id],
      )
    ).rows;

  test('are kept with the version of the terms and the time of the form, once', async () => {
    const { id } = await signUp(consentsTo('2026-11-01'));
    expect(await consents(id)).toEqual([{ is_adult: true, terms_version: '2026-11-01', after: true }]);
  });

  test.each([
    ['nothing', {}],
    ['no age', { ...consentsTo('1'), adult_confirmed: false }],
    ['no terms', { ...consentsTo('1'), terms_accepted: null }],
    ['no version', consentsTo('')],
    ['a version that is none', consentsTo('1; drop table user_consents')],
    ['a list', { ...consentsTo('1'), adult_confirmed: [true] }],
  ])('are not made up, and without them there is no profile: %s', async (_what, data) => {
    const { id, token } = await signUp(data, 428);
    const body = { user_id: id, consents: { ...consentsTo('1'), adult_confirmed: false } };
    expect((await stage.call('create-profile-and-friend', body, token)).status).toBe(400);
    expect(await consents(id)).toEqual([]);
    expect(await stage.one('select count(*)::int from public.profiles where id = $1', [id])).toBe(0);
  });

  test('may be given at the first sign-in; control: before, nothing is written', async () => {
    const { id, token } = await signUp({}, 428);
    const post = () => stage.client({}, token).from('posts').insert({ title: 'Agreed' });
    expect((await post()).error?.code).toBe('42501');
    const body = { user_id: id, consents: consentsTo('1') };
    expect((await stage.call('create-profile-and-friend', body, token)).status).toBe(200);
    expect(await consents(id)).toEqual([{ is_adult: true, terms_version: '1', after: false }]);
    expect((await post()).error).toBeNull();
  });
});

describe('A62: log-in and password reset do not reveal accounts', () => {
  test('an unknown address and a wrong password get one answer, and so do resets', async () => {
    const said = async (path: string, body: unknown) => {
      const answer = await account(path, body);
      return { status: answer.status, body: await answer.text() };
    };
    const login = (email: string) => said('token?grant_type=password', { email, password: 'wrong-Password-1' });
    const wrong = await login(member.email);
    expect(wrong).toEqual(await login('nobody@members.example'));
    expect(wrong.body).toContain('Invalid login credentials');
    const reset = await said('recover', { email: member.email });
    expect(reset).toEqual(await said('recover', { email: 'nobody@members.example' }));
    expect(reset.status).toBe(200);
  });

  test('guessing is slowed down, for known and unknown addresses alike; control: the member still gets in elsewhere', async () => {
    for (const email of [(await stage.person()).email, 'guessed@members.example']) {
      const statuses = [];
      for (let i = 0; i < 8; i++)
        statuses.push((await account('token?grant_type=password', { email, password: `wrong-Password-${i}` })).status);
      expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
    }
    const { error } = await member.client.auth.signInWithPassword({ email: member.email, password: PASSWORD });
    expect(error).toBeNull();
  });
});
