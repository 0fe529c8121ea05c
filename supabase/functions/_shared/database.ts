import { z } from 'zod';
import { requireEnv } from './env.ts';
import { HttpError } from './http.ts';
import { Failure } from './log.ts';

/** HTTP status by SQLSTATE, for errors that our database functions raise with a message for the user. */
const STATUS_BY_SQLSTATE: Record<string, number> = {
  '42501': 403,
  P0002: 404,
  PT428: 428,
  PT429: 429,
  '23514': 400,
  '22023': 400,
};
const DatabaseError = z.object({ code: z.string(), message: z.string() });
/**
 * Connection, rollback, resources, operator, system, a lock that was not free; and the Data API without a connection.
 */
const PASSES = /^(?:08|40|53|57|58)...$|^55P03$|^PGRST00\d$/;
/** Two transactions that stopped each other: nothing of this one was stored, so the call may be made again at once. */
const ROLLED_BACK = /^40...$/;
const TRIES = 3;

/**
 * Calls a database function with the service key, which bypasses row level security: only for functions granted to
 * service_role. Throws HttpError for an error with a message for the user, and Error for any other failure.
 */
export function callDatabase(name: string, args: Record<string, unknown>): Promise<unknown> {
  const key = requireEnv('SUPABASE_SERVICE_ROLE_KEY');
  return call(name, args, { apikey: key, authorization: `Bearer ${key}` });
}

/** Calls a database function with the caller's own token, so that it runs with the caller's rights. */
export function callDatabaseAsCaller(request: Request, name: string, args: Record<string, unknown>): Promise<unknown> {
  return call(name, args, {
    apikey: requireEnv('SUPABASE_ANON_KEY'),
    authorization: request.headers.get('authorization') ?? '',
  });
}

async function call(
  name: string,
  args: Record<string, unknown>,
  headers: Record<string, string>,
  tried = 1,
): Promise<unknown> {
  const response = await send(name, args, headers);
  const text = await response.text();
  if (response.ok) return text === '' ? null : JSON.parse(text);
  const failure = DatabaseError.safeParse(parsed(text));
  const code = failure.success ? failure.data.code : 'unknown';
  if (ROLLED_BACK.test(code) && tried < TRIES) {
    // Not the same wait for both.
    await new Promise((resolve) => setTimeout(resolve, 100 * Math.random()));
    return call(name, args, headers, tried + 1);
  }
  const status = STATUS_BY_SQLSTATE[code];
  // Postgres's own messages ("permission denied for …") are not for users.
  if (failure.success && status !== undefined && /^[A-Z].*\.$/.test(failure.data.message)) {
    throw new HttpError(status, failure.data.message);
  }
  // The message could contain what a member wrote, and this goes to the log.
  throw new Failure(`rpc ${name}: status ${response.status}, SQLSTATE ${code}`, { passes: PASSES.test(code) });
}

function send(name: string, args: Record<string, unknown>, headers: Record<string, string>): Promise<Response> {
  return fetch(`${requireEnv('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(args),
    signal: AbortSignal.timeout(10_000),
  }).catch((error: unknown) => {
    throw new Failure(`rpc ${name}: no answer, ${error instanceof Error ? error.name : 'unknown'}`, { passes: true });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
