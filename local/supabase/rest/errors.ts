import { isConnectionLoss } from '../passing.ts';

/** The fields of a Postgres error that PostgREST returns. */
export interface DatabaseFailure {
  readonly code: string;
  readonly message: string;
  readonly detail?: string | null;
  readonly hint?: string | null;
}

const EXACT: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '22023': 400,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  // Passes: another transaction held the lock.
  '55P03': 503,
  // Does not pass: the same query takes as long again, and supabase-js repeats a read that gets 503.
  '57014': 500,
  P0001: 400,
};
const BY_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '21': 500,
  '23': 400,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  // Passes: a deadlock, or two transactions that cannot both be first.
  '40': 503,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/**
 * PostgREST's mapping from SQLSTATE to HTTP status; `PT404` in a raise sets status 404. Only errors that pass differ:
 * PostgREST has 500 for some of them, and the app reads the code there.
 */
export function statusOf({ code, message }: DatabaseFailure, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403;
  if (code === '21000' && message.endsWith('requires a WHERE clause')) return 400;
  if (code === 'PGRST001') return 503;
  if (code === 'PGRST205') return 404;
  const asked = /^PT([2-5]\d\d)$/.exec(code);
  if (asked) return Number(asked[1]);
  return EXACT[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400;
}

/** The response to a database error or a missing relation; undefined for everything that lite handles itself. */
export function failureOf(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, detail, hint, relation, schema } = error as Error & Partial<Record<string, unknown>>;
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && code !== 'PGRST') {
    return { code, message: error.message, detail: textOf(detail), hint: textOf(hint) };
  }
  if (isConnectionLoss(error)) return { code: 'PGRST001', message: 'Database client error. Retrying the connection.' };
  if (typeof relation !== 'string') return undefined;
  const name = `${typeof schema === 'string' ? schema : 'public'}.${relation}`;
  return { code: 'PGRST205', message: `Could not find the table '${name}' in the schema cache` };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
