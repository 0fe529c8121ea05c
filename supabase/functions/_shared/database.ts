import { z } from 'zod';
import { need } from './env.ts';
import { Refusal } from './http.ts';

/** SQLSTATE → HTTP status, of what our own database functions raise for the person who asked. */
const SPOKEN: Record<string, number> = {
  '42501': 403,
  P0002: 404,
  PT429: 429,
  '23514': 400,
  '22023': 400,
};
const Fault = z.object({ code: z.string(), message: z.string() });

/**
 * Calls a database function with the service key, past row level security: only for functions granted to service_role alone.
 * What the database refuses in a sentence becomes a Refusal; any other answer but 2xx throws.
 */
export function callDatabase(name: string, args: Record<string, unknown>): Promise<unknown> {
  const key = need('SUPABASE_SERVICE_ROLE_KEY');
  return call(name, args, { apikey: key, authorization: `Bearer ${key}` });
}

/** Calls a database function with the caller's own token, so that the database sees who asks. */
export function callDatabaseAsCaller(request: Request, name: string, args: Record<string, unknown>): Promise<unknown> {
  return call(name, args, {
    apikey: need('SUPABASE_ANON_KEY'),
    authorization: request.headers.get('authorization') ?? '',
  });
}

async function call(name: string, args: Record<string, unknown>, headers: Record<string, string>): Promise<unknown> {
  const response = await fetch(`${need('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(args),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (response.ok) return text === '' ? null : JSON.parse(text);
  const fault = Fault.safeParse(parsed(text));
  const status = fault.success ? SPOKEN[fault.data.code] : undefined;
  // Postgres' own words ("permission denied for …") are no sentence for people.
  if (fault.success && status !== undefined && /^[A-Z].*\.$/.test(fault.data.message)) {
    throw new Refusal(status, fault.data.message);
  }
  throw new Error(`rpc ${name} answered ${response.status}: ${text.slice(0, 300)}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
