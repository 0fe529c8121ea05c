import { randomUUID } from 'node:crypto';

import type { Json } from '../http.ts';
import { isObject } from '../http.ts';
import { invalid, malformed } from './errors.ts';
import type { Db } from './service.ts';

export interface UserRow {
  readonly id: string;
  readonly email: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly invited_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change: string | null;
  readonly email_change_sent_at: Date | null;
  /** 1: one of the two mailboxes has confirmed the change. */
  readonly email_change_confirm_status: number;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: Json | null;
  readonly raw_user_meta_data: Json | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly banned_until: Date | null;
  readonly deleted_at: Date | null;
  readonly role: string | null;
}

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Normalises an address to the form in which it is stored. Throws validation_failed. */
export function emailOf(value: unknown): string {
  if (value !== undefined && typeof value !== 'string') throw malformed();
  const email = value?.toLowerCase() ?? '';
  if (email.length > 254 || !EMAIL.test(email)) throw invalid('Unable to validate email address: invalid format');
  return email;
}

export async function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const found = await db.query<UserRow>('select * from auth.users where email = $1 and deleted_at is null', [email]);
  return found.rows[0];
}

export async function userById(db: Db, id: string): Promise<UserRow | undefined> {
  const found = await db.query<UserRow>('select * from auth.users where id = $1 and deleted_at is null', [id]);
  return found.rows[0];
}

/** Two log-ins that may create an account of one address wait for each other. */
export const lockAddress = (db: Db, email: string): Promise<unknown> =>
  db.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [email]);

export interface NewUser {
  readonly id?: string;
  readonly email: string;
  readonly hash: string | null;
  readonly confirmed: boolean;
  readonly userMetadata: Json;
  readonly appMetadata?: Json;
  /** Null: the caller adds the identity. */
  readonly provider?: null;
}

export async function insertUser(db: Db, user: NewUser): Promise<UserRow> {
  const id = user.id ?? randomUUID();
  const app = { provider: 'email', providers: ['email'], ...user.appMetadata };
  const { rows } = await db.query<UserRow>(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, case when $4 then now() end, $5, $6)
     returning *`,
    [id, user.email, user.hash ?? '', user.confirmed, JSON.stringify(app), JSON.stringify(user.userMetadata)],
  );
  if (user.provider === null) return first(rows);
  await db.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at) values ($1::uuid::text, $1::uuid, $2, 'email', now())`,
    [id, JSON.stringify({ sub: id, email: user.email, email_verified: user.confirmed, phone_verified: false })],
  );
  return first(rows);
}

export async function updateUser(db: Db, id: string, values: Record<string, unknown>): Promise<UserRow> {
  const names = Object.keys(values);
  const sets = names.map((name, index) => `"${name}" = $${index + 2}`);
  const { rows } = await db.query<UserRow>(
    `update auth.users set ${[...sets, 'updated_at = now()'].join(', ')} where id = $1 returning *`,
    [
      id,
      ...names.map((name) =>
        isObject(values[name]) && !(values[name] instanceof Date) ? JSON.stringify(values[name]) : values[name],
      ),
    ],
  );
  return first(rows);
}

/** Bytes as JSON. Each access token contains the metadata, and servers accept headers of some kilobytes. */
const MAX_METADATA = 4096;

/**
 * Merges new metadata into old, key by key; null removes a key, as in GoTrue. Throws validation_failed if the result is
 * too large.
 */
export function mergeMetadata(old: Json | null, change: unknown): Json {
  if (change === undefined || change === null) return old ?? {};
  if (!isObject(change)) throw malformed();
  const merged = Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== null));
  if (Buffer.byteLength(JSON.stringify(merged)) > MAX_METADATA)
    throw invalid(`Metadata cannot be larger than ${MAX_METADATA} bytes`);
  return merged;
}

/**
 * Replaces everything that somebody entered for an address that nobody has confirmed. An empty hash matches no
 * password.
 */
export function resetUnconfirmed(db: Db, id: string, hash: string, metadata: Json): Promise<UserRow> {
  return updateUser(db, id, { encrypted_password: hash, raw_user_meta_data: metadata, created_at: new Date() });
}

/** The user in GoTrue's format. */
export async function userJson(db: Db, user: UserRow): Promise<Json> {
  const identities = await db.query<Json>(
    `select id as identity_id, provider_id as id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email
     from auth.identities where user_id = $1 order by created_at`,
    [user.id],
  );
  return { ...plainUser(user), identities: identities.rows };
}

export function plainUser(user: UserRow): Json {
  const times = {
    email_confirmed_at: user.email_confirmed_at,
    confirmed_at: user.confirmed_at,
    invited_at: user.invited_at,
    confirmation_sent_at: user.confirmation_sent_at,
    recovery_sent_at: user.recovery_sent_at,
    email_change_sent_at: user.email_change_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    banned_until: user.banned_until,
  };
  return {
    id: user.id,
    aud: 'authenticated',
    role: user.role ?? 'authenticated',
    email: user.email ?? '',
    phone: '',
    ...Object.fromEntries(Object.entries(times).filter(([, value]) => value !== null)),
    ...(user.email_change && { new_email: user.email_change }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  };
}

export const isBanned = (user: UserRow): boolean =>
  user.banned_until !== null && user.banned_until.getTime() > Date.now();

export function first<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no row.');
  return row;
}
