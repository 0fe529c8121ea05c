import { expect } from '@playwright/test';
import { v7 } from 'uuid';

import { call, signIn } from '../../support/api.ts';
import type { Backend } from '../../support/backend.ts';
import { register } from '../../support/member.ts';

/** Another member, without a browser. It writes as the app does and is not affected by the faults of the test. */
export class Ally {
  readonly #backend: Backend;
  readonly #token: string;

  private constructor(backend: Backend, token: string) {
    this.#backend = backend;
    this.#token = token;
  }

  static async join(backend: Backend): Promise<Ally> {
    const { access_token: token } = await signIn(backend, await register(backend));
    return new Ally(backend, token);
  }

  /** Writes a public post. */
  async post(title: string): Promise<void> {
    const op = { op: 'PUT', table: 'posts', id: v7(), data: { title, visibility: 'public' } };
    const batch = { v: 1, actions: [{ action_id: v7(), created_at: new Date().toISOString(), ops: [op] }] };
    const answer = await call(this.#backend, '/rest/v1/rpc/apply_crud', { batch }, this.#token);
    expect(answer).toMatchObject({ results: [{ status: 'applied' }] });
  }
}
