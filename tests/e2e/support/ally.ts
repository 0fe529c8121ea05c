import { expect } from '@playwright/test';
import { v7 } from 'uuid';

import { autoUsername } from '#contract/auth.ts';
import type { Backend } from './backend.ts';
import { register } from './member.ts';

/** Another member, without a browser: writes as the app would, past every fault of the phone under test. */
export class Ally {
  readonly #backend: Backend;
  readonly #token: string;

  private constructor(backend: Backend, token: string) {
    this.#backend = backend;
    this.#token = token;
  }

  static async join(backend: Backend): Promise<Ally> {
    const { email, password } = await register(backend);
    const signIn = await call(backend, '/auth/v1/token?grant_type=password', { email, password });
    const { access_token: token, user } = signIn as { access_token: string; user: { id: string } };
    const profile = { user_id: user.id, email, username: autoUsername(user.id) };
    await call(backend, '/functions/v1/create-profile-and-friend', profile, token);
    return new Ally(backend, token);
  }

  /** Posts for everybody to see. */
  async post(title: string): Promise<void> {
    const op = { op: 'PUT', table: 'posts', id: v7(), data: { title, visibility: 'public' } };
    const batch = { v: 1, actions: [{ action_id: v7(), created_at: new Date().toISOString(), ops: [op] }] };
    const answer = await call(this.#backend, '/rest/v1/rpc/apply_crud', { batch }, this.#token);
    expect(answer).toMatchObject({ results: [{ status: 'applied' }] });
  }
}

async function call(backend: Backend, path: string, body: object, token?: string): Promise<unknown> {
  const { SUPABASE_ANON_KEY: apikey } = backend.addresses;
  const answer = await fetch(backend.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey, authorization: `Bearer ${token ?? apikey}` },
    body: JSON.stringify(body),
  });
  expect(answer.status, path).toBe(200);
  return answer.json();
}
