import { randomBytes, randomUUID } from 'node:crypto';

import { askApi, expect, Problem } from './installation.ts';
import type { Installation } from './installation.ts';
import type { Answer } from './http.ts';

export interface Account {
  readonly id: string;
  readonly token: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Makes two new accounts and deletes them at the end, also after a failure. `serviceKey` confirms their addresses, so
 * that no mail has to be read.
 */
export async function withAccounts<T>(
  at: Installation,
  serviceKey: string,
  work: (accounts: [Account, Account]) => Promise<T>,
): Promise<T> {
  const made: string[] = [];
  try {
    return await work([await signUp(at, serviceKey, made), await signUp(at, serviceKey, made)]);
  } finally {
    for (const id of made) await admin(at, serviceKey, 'DELETE', `/users/${id}`);
  }
}

/**
 * Two new accounts: one posts, the other and a visitor read, a stranger's deletion changes nothing, the author deletes.
 */
export function writeCheck(at: Installation, serviceKey: string): Promise<string> {
  return withAccounts(at, serviceKey, async ([author, reader]) => {
    const post = randomUUID();
    const text = `Check of the installation ${randomBytes(4).toString('hex')}`;
    const data = { title: text, visibility: 'public' };
    await applyOp(at, author, { op: 'PUT', table: 'posts', id: post, data });
    for (const [name, token] of [
      ['member', reader.token],
      ['visitor', at.key],
    ] as const) {
      expect((await titleOf(at, post, token)) === text, `another ${name} cannot read the post`);
    }
    await applyOp(at, reader, { op: 'DELETE', table: 'posts', id: post }).catch(() => {});
    expect((await titleOf(at, post, author.token)) === text, 'another member has deleted the post');
    await applyOp(at, author, { op: 'DELETE', table: 'posts', id: post });
    expect((await titleOf(at, post, at.key)) === undefined, 'the deleted post is still there');
    return 'signed up, posted, read, refused and deleted with two accounts';
  });
}

async function signUp(at: Installation, serviceKey: string, made: string[]): Promise<Account> {
  const email = `check-${randomBytes(8).toString('hex')}@example.com`;
  const password = `${randomBytes(12).toString('base64url')}aA1!`;
  const consents = { terms_version: 'check', terms_accepted: true, adult_confirmed: true };
  const created = await admin(at, serviceKey, 'POST', '/users', {
    email,
    password,
    email_confirm: true,
    user_metadata: consents,
  });
  const { id } = (created.json ?? {}) as { id?: string };
  if (id === undefined) throw new Problem(`the account was not created: status ${created.status}`);
  made.push(id);
  const login = await askApi(at, '/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password } });
  const { access_token: token } = (login.json ?? {}) as { access_token?: string };
  if (token === undefined) throw new Problem(`the log-in has status ${login.status}`);
  const profile = await askApi(
    at,
    '/functions/v1/create-profile-and-friend',
    { method: 'POST', body: { user_id: id, consents } },
    token,
  );
  expect(profile.status === 200, `create-profile-and-friend has status ${profile.status}`);
  return { id, token, email, password };
}

const admin = (at: Installation, key: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  askApi({ ...at, key }, `/auth/v1/admin${path}`, { method, ...(body !== undefined && { body }) });

/** Sends one operation as a device does. Throws Problem if it was not applied. */
export async function applyOp(at: Installation, member: Account, op: Record<string, unknown>): Promise<void> {
  const action = { action_id: randomUUID(), created_at: new Date().toISOString(), ops: [op] };
  const batch = { v: 1, actions: [action] };
  const answer = await askApi(at, '/rest/v1/rpc/apply_crud', { method: 'POST', body: { batch } }, member.token);
  const { results } = (answer.json ?? {}) as { results?: { status: string; message?: string }[] };
  const result = results?.[0];
  expect(result?.status === 'applied', `a write was ${result?.status ?? `answered with status ${answer.status}`}`);
}

async function titleOf(at: Installation, post: string, token: string): Promise<string | undefined> {
  const { json } = await askApi(at, `/rest/v1/posts?select=title&id=eq.${post}`, {}, token);
  return Array.isArray(json) ? (json as { title: string }[])[0]?.title : undefined;
}
