import { callFunction } from './functions.ts';
import { memberToken } from '../session/tokens.ts';
import { sessionStore } from '../session/session.ts';

export type AccountProblem = 'offline' | 'session_missing' | 'rate_limited' | 'unknown';
export type AccountReply<T> = { ok: true; body: T } | { ok: false; code: AccountProblem; message: string };

/** Calls a function as the signed-in member. These cannot wait in the outbox, because the member needs the server's answer. */
async function ask<T>(name: string, read: (body: unknown) => T | null): Promise<AccountReply<T>> {
  const session = sessionStore.get();
  if (session.kind === 'guest') return { ok: false, code: 'session_missing', message: '' };
  const token = await memberToken(session.userId, false).catch((error: Error) => error);
  if (token instanceof Error) {
    return { ok: false, code: token.name === 'SignInNeeded' ? 'session_missing' : 'offline', message: '' };
  }
  const reply = await callFunction(name, {}, token);
  const body = reply.ok ? read(reply.body) : null;
  if (body !== null) return { ok: true, body };
  if (reply.ok) return { ok: false, code: 'unknown', message: '' };
  const { error } = (reply.body ?? {}) as { error?: unknown };
  const message = typeof error === 'string' ? error : '';
  if (reply.status === 0) return { ok: false, code: 'offline', message };
  return { ok: false, code: reply.status === 429 ? 'rate_limited' : 'unknown', message };
}

/** Resolves with the date of the deletion (ISO 8601). A repeated request keeps the first date. */
export const requestAccountDeletion = (): Promise<AccountReply<string>> =>
  ask('request-account-deletion', (body) => {
    const { due_at } = (body ?? {}) as { due_at?: unknown };
    return typeof due_at === 'string' ? due_at : null;
  });

export const cancelAccountDeletion = (): Promise<AccountReply<true>> => ask('cancel-account-deletion', () => true);

/** Everything the server stores about the member. */
export const exportMyData = (): Promise<AccountReply<object>> =>
  ask('export-my-data', (body) => (typeof body === 'object' ? body : null));
