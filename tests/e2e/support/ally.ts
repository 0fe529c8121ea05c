import { expect } from '@playwright/test';
import { v7 } from 'uuid';

import { call, signIn } from '../../support/api.ts';
import type { Backend } from '../../support/backend.ts';
import { register } from '../../support/member.ts';

/** Of one member in an hour: more are refused. All tests of a worker have the same ally. */
const MOST_POSTS = 60;

const newToken = async (backend: Backend): Promise<string> =>
  (await signIn(backend, await register(backend))).access_token;

/** Another member, without a browser. It writes as the app does and is not affected by the faults of the test. */
export class Ally {
  readonly #backend: Backend;
  #token: string;
  #posts = 0;

  private constructor(backend: Backend, token: string) {
    this.#backend = backend;
    this.#token = token;
  }

  static async join(backend: Backend): Promise<Ally> {
    return new Ally(backend, await newToken(backend));
  }

  /** Writes a public post. */
  async post(title: string): Promise<void> {
    if (this.#posts === MOST_POSTS) {
      this.#token = await newToken(this.#backend);
      this.#posts = 0;
    }
    this.#posts += 1;
    const op = { op: 'PUT', table: 'posts', id: v7(), data: { title, visibility: 'public' } };
    const batch = { v: 1, actions: [{ action_id: v7(), created_at: new Date().toISOString(), ops: [op] }] };
    const answer = await call(this.#backend, '/rest/v1/rpc/apply_crud', { batch }, this.#token);
    expect(answer).toMatchObject({ results: [{ status: 'applied' }] });
  }
}
