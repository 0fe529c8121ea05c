import type { Client } from 'pg';

import { SignJWT } from 'jose';
import { v7 } from 'uuid';

import type { Backend } from '../../tests/support/backend.ts';

/** A token of a new session of this member, without a log-in. */
export async function memberToken(db: Client, backend: Backend, id: string): Promise<string> {
  await db.query('insert into auth.sessions (id, user_id) values ($1, $1)', [id]);
  return new SignJWT({ role: 'authenticated', session_id: id, email: `${id}@members.example` })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`${backend.url}/auth/v1`)
    .setSubject(id)
    .setAudience('authenticated')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(backend.addresses.JWT_SECRET));
}

export async function visitorToken(backend: Backend): Promise<string> {
  const answer = await fetch(`${backend.url}/functions/v1/guest-token`, { method: 'POST', body: '{}' });
  return ((await answer.json()) as { token: string }).token;
}

/** Writes one operation as a device does. Rejects if it was not applied. */
export async function sendOp(backend: Backend, token: string, op: object): Promise<void> {
  const actions = [{ action_id: v7(), created_at: new Date().toISOString(), ops: [op] }];
  const answer = await fetch(`${backend.url}/rest/v1/rpc/apply_crud`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: backend.addresses.SUPABASE_ANON_KEY,
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ batch: { v: 1, actions } }),
  });
  const text = await answer.text();
  if (!answer.ok || !text.includes('"applied"')) throw new Error(`A write was answered ${answer.status}: ${text}`);
}
