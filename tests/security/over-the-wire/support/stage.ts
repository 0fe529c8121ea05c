import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import type pg from 'pg';
import { consentsTo } from '#contract/auth.ts';
import type { CrudAnswer, CrudOp } from '#contract/crud.ts';
import { Backend } from '../../../offline/support/backend.ts';
import { action } from '../../../support/as-member.ts';
import { RawStream, Replica } from '../../../sync/support/raw-client.ts';

export const PASSWORD = 'Walnut-tree-42';

/** Somebody with an account and a session of their own; a visitor has neither. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly client: SupabaseClient;
  readonly token: string;
  readonly refreshToken: string;
}

export interface Held {
  readonly table: string;
  readonly id: string;
  readonly [column: string]: unknown;
}

export interface Wanted {
  readonly stream: string;
  readonly parameters?: Record<string, unknown>;
}

/** The whole product behind its one address, and the people who come to it. */
export class Stage {
  readonly backend: Backend;
  readonly #closers: (() => unknown)[] = [];
  readonly guest: SupabaseClient;
  #guestToken: string | undefined;

  private constructor(backend: Backend) {
    this.backend = backend;
    this.guest = this.client();
  }

  static async open(): Promise<Stage> {
    process.env['RANGEDAY_AUTH_BAD_LOGINS'] = '6';
    return new Stage(await Backend.create());
  }

  get url(): string {
    return this.backend.state.appUrl;
  }

  /** Past every rule. */
  get db(): pg.Client {
    return this.backend.db;
  }

  onClose(closer: () => unknown): void {
    this.#closers.push(closer);
  }

  async close(): Promise<void> {
    delete process.env['RANGEDAY_AUTH_BAD_LOGINS'];
    for (const closer of this.#closers) closer();
    await this.backend.destroy();
  }

  client(headers: Record<string, string> = {}, key = this.backend.state.anonKey): SupabaseClient {
    return createClient(this.url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { headers },
    });
  }

  /** Signs any claims as the auth service would. */
  sign(claims: Record<string, unknown>, secret = this.backend.state.jwtSecret): Promise<string> {
    return new SignJWT({ aud: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(Math.floor(Date.now() / 1000) - 7200)
      .sign(new TextEncoder().encode(secret));
  }

  /** Signs any claims with the guests' key, as anyone with its secret could. */
  signAsGuestKey(claims: Record<string, unknown>): Promise<string> {
    const { guestSecret } = JSON.parse(readFileSync(join(this.backend.directory, 'data/secrets.json'), 'utf8'));
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: 'guest' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(guestSecret));
  }

  async service(): Promise<SupabaseClient> {
    return this.client({}, await this.sign({ role: 'service_role' }));
  }

  /** A member after their first sign-in; `fields` of the profile are set past every rule, after it. */
  async person(fields: Record<string, unknown> = {}, metadata: Record<string, unknown> = {}): Promise<Person> {
    const email = `${randomUUID()}@members.example`;
    const service = await this.service();
    const made = await service.auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { ...consentsTo('test'), ...metadata },
    });
    if (made.error) throw made.error;
    const client = this.client();
    const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw error;
    const { id } = data.user;
    const { status } = await this.call('create-profile-and-friend', { user_id: id }, data.session.access_token);
    if (status !== 200) throw new Error(`No profile was made: ${status}.`);
    for (const [column, value] of Object.entries(fields))
      await this.db.query(`update public.profiles set ${column} = $2 where id = $1`, [id, value]);
    return { id, email, client, token: data.session.access_token, refreshToken: data.session.refresh_token };
  }

  async befriend(one: Person, other: Person): Promise<void> {
    await this.db.query('select private.befriend($1, $2)', [one.id, other.id]);
  }

  async one<T>(sql: string, values: unknown[] = []): Promise<T> {
    return Object.values((await this.db.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0] as T;
  }

  /** A function, as the product calls it. */
  async call(name: string, body: unknown, token?: string): Promise<{ status: number; body: Record<string, unknown> }> {
    const answer = await fetch(`${this.url}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  /** One action through the device's queue. */
  async queue(person: Person, ...ops: CrudOp[]): Promise<CrudAnswer['results'][number] | undefined> {
    const { data, error } = await person.client.rpc('apply_crud', {
      batch: { v: 1, actions: [action(...ops)] },
    });
    if (error) throw error;
    return (data as CrudAnswer).results[0];
  }

  /** A raw stream; `who` null is a visitor, with a guest token. */
  async stream(who: Person | string | null, streams: Wanted[] = [], more: object = {}): Promise<RawStream> {
    const token = typeof who === 'string' ? who : (who?.token ?? (await this.guestToken()));
    const subscriptions = streams.map(({ stream, parameters = null }) => ({
      stream,
      parameters,
      override_priority: 0,
    }));
    return RawStream.open(this, token, { streams: { include_defaults: true, subscriptions }, ...more });
  }

  /** What a device of this member holds, once `until` holds of it (fails after 10 s of silence). */
  async device(
    who: Person | null,
    streams: Wanted[] = [],
    until: (rows: Held[]) => boolean = () => true,
  ): Promise<{ rows: Held[]; positions: { name: string; after: string }[]; ids(table: string): string[] }> {
    const raw = await this.stream(who, streams);
    const replica = new Replica();
    let rows: Held[];
    do {
      replica.apply(await raw.complete());
      rows = [...replica.buckets.values()].flatMap(({ ops }) =>
        [...ops.values()].map((op) => ({ ...JSON.parse(op.data), table: op.object_type, id: op.object_id }) as Held),
      );
    } while (!until(rows));
    raw.close();
    return {
      rows,
      positions: replica.positions(),
      ids: (table) => rows.filter((row) => row.table === table).map((row) => row.id),
    };
  }

  async guestToken(): Promise<string> {
    this.#guestToken ??= (await this.call('guest-token', {})).body['token'] as string;
    return this.#guestToken;
  }
}
