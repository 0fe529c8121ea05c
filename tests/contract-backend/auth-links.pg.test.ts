import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { authRequests, tokenIn } from './support/auth-requests.ts';
import { freshEmail, isHosted, openProject, PASSWORD, patientFetch } from './support/backend.ts';
import type { Project } from './support/backend.ts';

let project: Project;
beforeAll(async () => {
  project = await openProject();
});
afterAll(async () => {
  await project.stop();
});

const { post, postUnpaused } = authRequests(() => project);

describe('the link of a sign-up', () => {
  test('confirms the address, works once, and keeps what was sent with it', async () => {
    const email = freshEmail();
    const { tokenHash } = await project.mailLink({ type: 'signup', email, data: { username: 'juniper' } });
    const logIn = () => project.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect((await logIn()).error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
    const verify = () => project.client().auth.verifyOtp({ type: 'email', token_hash: tokenHash });
    const confirmed = await verify();
    expect(confirmed.data.user?.user_metadata).toMatchObject({ username: 'juniper' });
    expect(confirmed.data.session?.access_token).toBeTruthy();
    expect((await verify()).error).toMatchObject({ status: 403, code: 'otp_expired' });
    expect((await logIn()).error).toBeNull();
  });

  test('is refused for a known address', async () => {
    const { email } = await project.member();
    await expect(project.mailLink({ type: 'signup', email })).rejects.toMatchObject({
      status: 422,
      code: 'email_exists',
    });
  });

  test('has a code that can be typed instead', async () => {
    const email = freshEmail();
    const { code: token } = await project.mailLink({ type: 'signup', email });
    const verify = (proof: { email: string; token: string }) =>
      project.client().auth.verifyOtp({ type: 'signup', ...proof });
    const wrong = token === '000000' ? '000001' : '000000';
    for (const proof of [
      { email, token: wrong },
      { email: freshEmail(), token },
    ])
      expect((await verify(proof)).error).toMatchObject({ status: 403, code: 'otp_expired' });
    expect((await verify({ email, token })).error).toBeNull();
    expect((await verify({ email, token })).error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  test('A59: leads to this site only, and the redirect form sends the session there', async () => {
    const foreign = 'https://elsewhere.example/take';
    const link = await project.mailLink({ type: 'signup', email: freshEmail(), redirectTo: foreign });
    expect(new URL(link.redirectTo).hostname).not.toBe('elsewhere.example');
    const address = `${project.url}/auth/v1/verify?token=${link.tokenHash}&type=signup&redirect_to=${foreign}`;
    const follow = async () =>
      new URL((await patientFetch(address, { redirect: 'manual' })).headers.get('location') ?? '');
    const first = await follow();
    expect([first.hostname === 'elsewhere.example', first.hash.includes('access_token=')]).toEqual([false, true]);
    expect((await follow()).hash).toContain('error_code=otp_expired');
  });
});

// Nobody can read the mails of a hosted project.
describe.skipIf(isHosted)('mails of a sign-up', () => {
  test('have a link and no session comes before it', async () => {
    const email = freshEmail();
    const client = project.client();
    const signedUp = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { username: 'juniper' } },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();
    expect(signedUp.data.user?.identities).toHaveLength(1);
    const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });

    const [mail] = await project.mailsTo(email);
    expect(mail?.links[0]).toMatch(
      new RegExp(`^${project.url}/auth/confirm\\?token_hash=[0-9a-f]{56}&type=signup&next=%2F$`),
    );
    const confirmed = await client.auth.verifyOtp({ type: 'email', token_hash: tokenIn(mail?.links[0]) });
    expect(confirmed.data.user?.user_metadata).toMatchObject({ username: 'juniper' });
  });

  test('stores metadata as an object, which triggers read', async () => {
    const email = freshEmail();
    await project.client().auth.signUp({ email, password: PASSWORD, options: { data: { username: 'rowan' } } });
    const found = await project.embedded?.db.query(
      "select raw_user_meta_data ->> 'username' as username from auth.users where email = $1",
      [email],
    );
    expect(found?.rows).toEqual([{ username: 'rowan' }]);
  });

  test('accepts the code from the mail', async () => {
    const email = freshEmail();
    await project.client().auth.signUp({ email, password: PASSWORD });
    const [mail] = await project.mailsTo(email);
    const code = /code: (\d{6})/.exec(mail?.text ?? '')?.[1] ?? '';
    const guess = { type: 'signup', email, token: code === '000000' ? '000001' : '000000' };
    // Ten wrong codes of this client and any number of others do not lock the right one out.
    for (let i = 0; i < 10; i++) expect((await post('/verify', guess)).status).toBe(403);
    const others = [];
    for (let i = 0; i < 25; i++) others.push((await post('/verify', guess, '127.0.0.22')).status);
    expect(others).toEqual([...Array.from({ length: 20 }, () => 403), ...Array.from({ length: 5 }, () => 429)]);
    expect((await project.client().auth.verifyOtp({ type: 'signup', email, token: code })).error).toBeNull();
  });

  test('A62: resends the mail after a pause and does not reveal whether an address is known', async () => {
    const email = freshEmail();
    await project.client().auth.signUp({ email, password: PASSWORD });
    const tooSoon = await project.client().auth.resend({ type: 'signup', email });
    expect(tooSoon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect((await postUnpaused('/resend', { type: 'signup', email })).status).toBe(200);
    const [newest, first] = await project.mailsTo(email);
    expect(
      (await project.client().auth.verifyOtp({ type: 'signup', token_hash: tokenIn(first?.links[0]) })).error?.code,
    ).toBe('otp_expired');
    expect(
      (await project.client().auth.verifyOtp({ type: 'signup', token_hash: tokenIn(newest?.links[0]) })).error,
    ).toBeNull();
    expect((await project.client().auth.resend({ type: 'signup', email: freshEmail() })).error).toBeNull();
  });

  test.each([
    ['https://elsewhere.example/take', '/'],
    ['//elsewhere.example', '/'],
    ['javascript:alert(1)', '/'],
    ['SITE@elsewhere.example/', '/'],
    ['SITE/welcome?from=mail', '/welcome?from=mail'],
  ])('a link for %s leads into the app only', async (redirect, next) => {
    const email = freshEmail();
    await project
      .client()
      .auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: redirect.replace('SITE', project.url) } });
    const [mail] = await project.mailsTo(email);
    const link = new URL(mail?.links[0] ?? '');
    expect([link.origin, link.searchParams.get('next')]).toEqual([project.url, next]);
  });
});
