import { expect } from '@playwright/test';

import { autoUsername } from '#contract/auth.ts';
import type { Backend } from './backend.ts';
import type { Member } from './member.ts';

interface StoredSession {
  readonly access_token: string;
  readonly user: { readonly id: string; readonly email: string };
}

/** Calls the backend without a browser. Fails unless it answers 200. */
export async function call(backend: Backend, path: string, body: object, token?: string): Promise<unknown> {
  const { SUPABASE_ANON_KEY: apikey } = backend.addresses;
  const answer = await fetch(backend.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey, authorization: `Bearer ${token ?? apikey}` },
    body: JSON.stringify(body),
  });
  expect(answer.status, path).toBe(200);
  return answer.json();
}

/** Signs a member in as the app does, the profile of a first sign-in included. */
export async function signIn(backend: Backend, { email, password }: Member): Promise<StoredSession> {
  const session = (await call(backend, '/auth/v1/token?grant_type=password', { email, password })) as StoredSession;
  const { id } = session.user;
  const profile = { user_id: id, email, username: autoUsername(id) };
  await call(backend, '/functions/v1/create-profile-and-friend', profile, session.access_token);
  return session;
}
