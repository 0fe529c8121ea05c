import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { authRequests, tokenIn } from './support/auth-requests.ts';
import { freshEmail, isHosted, openProject, PASSWORD } from './support/backend.ts';
import type { Project } from './support/backend.ts';
import { challengeOf, googleFlow, newVerifier } from './support/google-flow.ts';
import type { Flow } from './support/google-flow.ts';

let project: Project;
beforeAll(async () => {
  project = await openProject();
});
afterAll(async () => {
  await project.stop();
});

interface Session {
  readonly access_token: string;
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly app_metadata: Record<string, unknown>;
    readonly user_metadata: Record<string, unknown>;
  };
}

const { post } = authRequests(() => project);
const { authorize, begin, choose, comeBack, run } = googleFlow(() => project);

const exchange = async (code: string, verifier: string) => {
  const { status, body } = await post('/token?grant_type=pkce', { auth_code: code, code_verifier: verifier });
  return { status, said: JSON.parse(body) as Session & { error_code?: string } };
};
const sessionOf = async ({ code, verifier }: Flow): Promise<Session> => {
  const { status, said } = await exchange(code, verifier);
  expect(status).toBe(200);
  return said;
};
const errorOf = (url: URL): string | null => url.searchParams.get('error_code') ?? url.searchParams.get('error');
const age = (where: string) =>
  project.embedded?.db.query(`update auth.flow_state set created_at = now() - interval '6 minutes' where ${where}`);
const logIn = async (email: string, password: string) =>
  (await project.client().auth.signInWithPassword({ email, password })).error?.code ?? null;

const refusal = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { error_code: string }).error_code,
];

describe('without an answer of Google', () => {
  test('no code and no state can be made up', async () => {
    expect(await exchange(crypto.randomUUID(), newVerifier())).toMatchObject({
      ...{ status: 404, said: { error_code: 'flow_state_not_found' } },
    });
    for (const [state, code] of [
      ['', 'bad_oauth_callback'],
      ['x', 'bad_oauth_state'],
      [crypto.randomUUID(), 'bad_oauth_state'],
    ] as const) {
      const callback = `${project.url}/auth/v1/callback?state=${state}&code=4/made-up`;
      expect(errorOf(await comeBack(callback)), state).toBe(code);
    }
  });

  test.each([
    ['a short challenge', { provider: 'google', code_challenge: 'x', code_challenge_method: 's256' }],
    ['no provider', {}],
    [
      'a provider that is not enabled',
      { provider: 'github', code_challenge: challengeOf('x'), code_challenge_method: 's256' },
    ],
  ])('%s: refused', async (_what, query) => {
    expect(await refusal(await authorize(query))).toEqual([400, 'validation_failed']);
  });
});

// A hosted project has the real Google, which no test can answer for.
describe.skipIf(isHosted)('log-in with Google', () => {
  test('creates a confirmed account with a name, once for each Google account', async () => {
    const email = freshEmail();
    const first = await sessionOf(await run({ email, name: 'Ann Oak' }));
    expect(first.user).toMatchObject({
      ...{ email, app_metadata: { provider: 'google', providers: ['google'] } },
      user_metadata: { email, email_verified: true, full_name: 'Ann Oak' },
    });
    const again = await sessionOf(await run({ email }));
    expect(again.user.id).toBe(first.user.id);
    const { data } = await project.client().auth.getUser(again.access_token);
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['google']);
    // Nobody has chosen a password, so none opens it.
    expect(await logIn(email, PASSWORD)).toBe('invalid_credentials');
  });

  test('opens the account of a member whose confirmed address Google has verified; the password remains', async () => {
    const { email, id, client } = await project.member();
    await client.auth.updateUser({ data: { mine: 'kept' } });
    const { user } = await sessionOf(await run({ email }));
    expect(user).toMatchObject({
      ...{ id, app_metadata: { providers: ['email', 'google'] }, user_metadata: { mine: 'kept' } },
    });
    expect(await logIn(email, PASSWORD)).toBeNull();
  });

  test('a stranger who signed up with the address first has neither password nor link nor consents left', async () => {
    const email = freshEmail();
    await post('/signup', {
      email,
      password: 'stranger-oak-1!',
      data: { terms_accepted: true, adult_confirmed: true },
    });
    const [mail] = await project.mailsTo(email);
    const { user } = await sessionOf(await run({ email }));
    expect(user).toMatchObject({ email, app_metadata: { providers: ['google'] } });
    expect(Object.keys(user.user_metadata)).not.toContain('terms_accepted');
    expect(await logIn(email, 'stranger-oak-1!')).toBe('invalid_credentials');
    const link = await project.client().auth.verifyOtp({ type: 'signup', token_hash: tokenIn(mail?.links[0]) });
    expect(link.error?.code).toBe('otp_expired');
  });

  test('A62: an address that Google has not verified opens and creates nothing, whether or not it has an account', async () => {
    const { email, client } = await project.member();
    const known = await run({ email, verified: false });
    const unknown = await run({ email: freshEmail(), verified: false });
    expect(errorOf(known.url)).toBe('provider_email_needs_verification');
    expect(known.url.href).toBe(unknown.url.href);
    expect((await client.auth.getUser()).data.user?.identities).toHaveLength(1);
    expect(await project.mailsTo(email)).toEqual([]);
  });

  test('a later sign-up with the address changes nothing', async () => {
    const email = freshEmail();
    const { user } = await sessionOf(await run({ email }));
    expect((await post('/signup', { email, password: 'stranger-oak-1!' })).status).toBe(200);
    expect(await project.mailsTo(email)).toEqual([]);
    expect(await logIn(email, 'stranger-oak-1!')).toBe('invalid_credentials');
    expect((await sessionOf(await run({ email }))).user.id).toBe(user.id);
  });

  test('a banned member gets no code', async () => {
    const { email, id } = await project.member();
    await project.admin.auth.admin.updateUserById(id, { ban_duration: '1h' });
    const { url, code } = await run({ email });
    expect([errorOf(url), code]).toEqual(['user_banned', '']);
  });

  test('cancelling comes back with access_denied', async () => {
    const { url } = await run(null);
    expect([url.pathname, errorOf(url)]).toEqual(['/auth/callback', 'access_denied']);
  });
});

describe.skipIf(isHosted)('strangers at the log-in with Google', () => {
  test('a code works once, only with its verifier, and for five minutes', async () => {
    const flow = await run({ email: freshEmail() });
    expect((await exchange(flow.code, newVerifier())).said.error_code).toBe('bad_code_verifier');
    expect((await exchange(flow.code, flow.verifier)).status).toBe(200);
    expect((await exchange(flow.code, flow.verifier)).said.error_code).toBe('flow_state_not_found');
    const late = await run({ email: freshEmail() });
    await age('auth_code is not null');
    expect(await exchange(late.code, late.verifier)).toMatchObject({ status: 422 });
  });

  test('a state works once and for five minutes', async () => {
    const choice = { email: freshEmail() };
    const callback = await choose(await begin(newVerifier()), choice);
    expect((await comeBack(callback)).searchParams.has('code')).toBe(true);
    expect(errorOf(await comeBack(callback))).toBe('flow_state_already_used');

    const page = await begin(newVerifier());
    await age('not is_state_used');
    expect(errorOf(await comeBack(await choose(page, choice)))).toBe('bad_oauth_state');
  });

  test('A59: comes back to this site only', async () => {
    for (const foreign of ['https://evil.example/auth/callback', `${project.url}@evil.example/`, '//evil.example']) {
      const page = await begin(newVerifier(), foreign);
      const url = await comeBack(await choose(page, { email: freshEmail() }));
      expect(url.origin, foreign).toBe(project.url);
    }
  });

  // Supabase's own server also has the flow without PKCE, which sends the session in an address.
  test.each([
    ['no challenge', { provider: 'google' }],
    ['a plain challenge', { provider: 'google', code_challenge: newVerifier(), code_challenge_method: 'plain' }],
  ])('%s: refused', async (_what, query) => {
    expect(await refusal(await authorize(query))).toEqual([400, 'validation_failed']);
  });

  test('a code that Google did not give, and one of another log-in, open nothing', async () => {
    const callback = new URL(await choose(await begin(newVerifier()), { email: freshEmail() }));
    callback.searchParams.set('code', '4/made-up');
    expect(errorOf(await comeBack(callback.href))).toBe('unexpected_failure');
    const used = new URL(await choose(await begin(newVerifier()), { email: freshEmail() }));
    expect((await comeBack(used.href)).searchParams.has('code')).toBe(true);
    const next = new URL(await choose(await begin(newVerifier()), { email: freshEmail() }));
    next.searchParams.set('code', used.searchParams.get('code') ?? '');
    expect(errorOf(await comeBack(next.href))).toBe('unexpected_failure');
  });

  test('the stand-in answers only its client and the registered address', async () => {
    const page = new URL(await begin(newVerifier()));
    for (const [name, value] of [
      ['redirect_uri', 'https://evil.example/'],
      ['client_id', 'somebody'],
      ['response_type', 'token'],
    ] as const) {
      const wrong = new URL(page);
      wrong.searchParams.set(name, value);
      expect((await fetch(wrong, { redirect: 'manual' })).status, name).toBe(400);
      expect(await choose(wrong.href, { email: freshEmail() }), name).toBe('');
    }
  });

  test('A55: bounds the log-ins that one client starts', async () => {
    const query = { provider: 'google', code_challenge: challengeOf('x'), code_challenge_method: 's256' };
    const statuses = await Promise.all(Array.from({ length: 110 }, async () => (await authorize(query)).status));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
  });
});
