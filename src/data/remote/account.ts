import { codeOf, isNoAnswer, messageOf, refusesToken } from '../http/answers.ts';
import { postJson, type RequestOptions } from '../http/request.ts';
import type { Tokens } from '../http/with-token.ts';
import { memberToken } from '../session/tokens.ts';
import { sessionStore } from '../session/session.ts';

export type AccountProblem = 'offline' | 'server' | 'session_missing' | 'rate_limited' | 'unknown';
/** `reason`: the service's own code. */
export type AccountFailure = { ok: false; code: AccountProblem; message: string; reason?: string };
export type AccountReply<T> = { ok: true; body: T } | AccountFailure;

/** By the names of what session/tokens.ts throws. */
const MISSING: Record<string, AccountProblem> = { SignInNeeded: 'session_missing', AuthFailing: 'server' };

/** Asks with these tokens. Status 0: no answer. */
type Send = (tokens: Tokens) => Promise<{ status: number; body: unknown }>;

/** Calls the server as the member. Not by the outbox, because the member needs the answer. */
async function asMember<T>(send: Send, read: (body: unknown) => T | null): Promise<AccountReply<T>> {
  const session = sessionStore.get();
  const failed = (code: AccountProblem, message = '', reason?: string): AccountReply<T> => ({
    ok: false,
    code,
    message,
    reason,
  });
  if (session.kind === 'guest') return failed('session_missing');
  let missing: AccountProblem = 'session_missing';
  const tokens = (refused?: string) =>
    memberToken(session.userId, refused).catch((error: Error) => {
      missing = MISSING[error.name] ?? 'offline';
      return null;
    });
  if ((await tokens()) === null) return failed(missing);
  const { status, body } = await send(tokens);
  if (status >= 200 && status < 300) {
    const value = read(body);
    return value === null ? failed('unknown') : { ok: true, body: value };
  }
  if (status === 0) return failed('offline');
  const text = messageOf(body);
  // The session may have been ended on another device: the refresh then fails, and the shell asks for a log-in.
  if (refusesToken({ status, body })) return failed(missing, text);
  const code = status === 429 ? 'rate_limited' : status >= 500 ? 'server' : 'unknown';
  return failed(code, text, codeOf(body));
}

const TIMEOUT_MS = 15_000;

type Method = NonNullable<RequestOptions['method']>;

/** Posts to a service. Status 0: no answer, or the page of a captive portal. */
const post =
  (path: string, content: object | undefined, method: Method = 'POST'): Send =>
  async (tokens) => {
    const { status, body } = await postJson(path, content, { method, timeoutMs: TIMEOUT_MS, tokens }).catch(() => ({
      status: 0,
      body: undefined,
    }));
    return isNoAnswer({ status, body }) ? { status: 0, body } : { status, body };
  };

/** Calls an Edge Function. */
export const ask = <T>(
  name: string,
  read: (body: unknown) => T | null,
  content: object = {},
): Promise<AccountReply<T>> => asMember(post(`/functions/v1/${name}`, content), read);

/** Calls a function of the database. */
export const askDatabase = <T>(
  name: string,
  content: object,
  read: (body: unknown) => T | null,
): Promise<AccountReply<T>> => asMember(post(`/rest/v1/rpc/${name}`, content), read);

/** Calls the auth service. */
export const askAuth = <T>(
  method: Method,
  path: string,
  content: object | undefined,
  read: (body: unknown) => T | null,
): Promise<AccountReply<T>> => asMember(post(`/auth/v1${path}`, content, method), read);

export const readList = <T>(body: unknown): T[] | null => (Array.isArray(body) ? (body as T[]) : null);

export interface DeviceSession {
  id: string;
  is_current: boolean;
  user_agent: string | null;
  /** ISO 8601, up to an hour old. */
  last_used_at: string;
}

/** The member's sessions, the most recently used one first. */
export const listSessions = (): Promise<AccountReply<DeviceSession[]>> =>
  askDatabase('my_sessions', {}, readList<DeviceSession>);

/** Ends one session. A session that has ended already is a success too. */
export const endSession = (id: string): Promise<AccountReply<true>> =>
  askDatabase('end_session', { session_id: id }, (body) => (typeof body === 'boolean' ? true : null));

export const endOtherSessions = (): Promise<AccountReply<true>> =>
  askAuth('POST', '/logout?scope=others', {}, () => true);

/** Resolves with the date of the deletion (ISO 8601). A repeated request keeps the first date. */
export const requestAccountDeletion = (): Promise<AccountReply<string>> =>
  ask('request-account-deletion', (body) => {
    const { due_at } = (body ?? {}) as { due_at?: unknown };
    return typeof due_at === 'string' ? due_at : null;
  });

export const cancelAccountDeletion = (): Promise<AccountReply<true>> => ask('cancel-account-deletion', () => true);

export const exportMyData = (): Promise<AccountReply<object>> =>
  ask('export-my-data', (body) => (typeof body === 'object' ? body : null));
