import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresConnection } from '@supabase/lite/postgres';
import type { JWTPayload } from 'jose';

import { isConnectionLoss } from '../passing.ts';
import type { DatabaseFailure } from './errors.ts';
import { failureOf } from './errors.ts';

/** The context of one request to the Data API. */
export interface RequestFrame {
  readonly claims: JWTPayload;
  /** Settings that functions and policies may read, and those of the role, such as its time limit. */
  readonly settings: Readonly<Record<string, string>>;
  failure?: DatabaseFailure;
}

export const frames = new AsyncLocalStorage<RequestFrame>();

/**
 * lite binds JSON as text that it has already serialised; serialising it again would store a string instead of an
 * object.
 */
const json = {
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
};

/** As many as PostgREST opens. */
export const MAX_CONNECTIONS = 10;

/**
 * lite's Postgres connection, changed to behave like a hosted project: no grants of its own, each request with its role
 * and PostgREST's settings, JSON stored once, times in ISO format.
 */
export function createDataConnection({ url, password }: { url: string; password: string }): PostgresConnection {
  const connection = new PostgresConnection({
    url,
    postgresOptions: {
      // lite serializes this configuration for its own pages; a function is left out.
      password: () => password,
      max: MAX_CONNECTIONS,
      idle_timeout: 60,
      onnotice: () => {},
      connection: { application_name: 'rest', search_path: 'public, extensions' },
      types: {
        json: { to: 114, from: [114], ...json },
        jsonb: { to: 3802, from: [3802], ...json },
        timestamp: { to: 1114, from: [1114], serialize: String, parse: (text: string) => text.replace(' ', 'T') },
        timestamptz: { to: 1184, from: [1184], serialize: String, parse: isoTime },
      },
    },
  });
  patch(connection);
  skipClosedConnections(connection.driver);
  return connection;
}

/** Seconds that running calls get when the backend stops. */
const END_PATIENCE = 2;

/**
 * Postgres's error for a closed connection, and those for one that was closed without an error, or whose process was
 * killed.
 */
const isEnd = (error: unknown): error is Error =>
  error instanceof Error && (('severity' in error && error.severity === 'FATAL') || isConnectionLoss(error));

/**
 * A connection that the database closed in the middle of a transaction (by an administrator or a restart) is not used
 * or released again. The driver would write the 'rollback' to the closed socket, which ends the process, and wait for
 * the response forever. Nothing is lost: the database has rolled back, and the driver opens a new connection.
 */
function skipClosedConnections(driver: PostgresConnection['driver']): void {
  const end = driver.end.bind(driver);
  // Such a connection keeps its last query until it is used again; `end` without a timeout waits for that.
  driver.end = (options) => end({ timeout: END_PATIENCE, ...options });
  const reserve = driver.reserve.bind(driver);
  driver.reserve = async () => {
    const reserved = await reserve();
    const { unsafe, release } = reserved;
    let lost: Error | undefined;
    // The dialect only awaits this value.
    const watched = async (...query: Parameters<typeof unsafe>): Promise<unknown> => {
      if (lost) throw lost;
      try {
        return await unsafe(...query);
      } catch (error) {
        if (isEnd(error)) lost = error;
        throw error;
      }
    };
    return Object.assign(reserved, {
      // postgres.js types it as a query that can still be modified; this is a plain promise of its rows.
      unsafe: watched as unknown as typeof unsafe,
      release: () => {
        if (!lost) release();
      },
    });
  };
}

/** `2026-11-21 00:38:09.12+00` in PostgREST's format: `2026-11-21T00:38:09.12+00:00`. */
export function isoTime(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00');
}

interface Transaction {
  executeQuery(query: { sql: string; parameters: string[]; query: object; queryId: object }): Promise<unknown>;
}

interface Inner {
  rlsState: string;
  applyJwtSessionContext(trx: Transaction, context: unknown, custom: boolean): Promise<void>;
  applyRpcRequestGucs(trx: Transaction, rpc: unknown): Promise<void>;
  withContext(...args: unknown[]): Promise<unknown>;
  onPostgrestAST(...args: unknown[]): Promise<unknown>;
}

/** For this message lite sends an error without printing a stack trace; we then replace the response. */
const KNOWN = 'Invalid JSON body';

function patch(connection: PostgresConnection): void {
  // Private members, so the version is pinned and the contract suite tests each of them.
  const inner = connection as unknown as Inner;
  // With "unknown", lite would grant everything on all tables to everybody at the first request.
  inner.rlsState = 'active';
  const session = inner.applyJwtSessionContext.bind(connection);
  inner.applyJwtSessionContext = async (trx, context, custom) => {
    await session(trx, context, custom);
    await applySettings(trx);
  };
  const rpc = inner.applyRpcRequestGucs.bind(connection);
  inner.applyRpcRequestGucs = async (trx, call) => {
    await rpc(trx, call);
    await applySettings(trx);
  };
  inner.withContext = recordErrors(inner.withContext.bind(connection));
  inner.onPostgrestAST = recordErrors(inner.onPostgrestAST.bind(connection));
}

async function applySettings(trx: Transaction): Promise<void> {
  const settings = Object.entries(frames.getStore()?.settings ?? {});
  if (settings.length === 0) return;
  const calls = settings.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`);
  await trx.executeQuery({
    sql: `select ${calls.join(', ')}`,
    parameters: settings.flat(),
    query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    queryId: { queryId: 'settings' },
  });
}

/** Stores the database's error in the request's context. */
function recordErrors(call: Inner['withContext']): Inner['withContext'] {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      const frame = frames.getStore();
      const failure = failureOf(error);
      if (!frame || !failure) throw error;
      frame.failure = failure;
      throw new Error(KNOWN, { cause: error });
    }
  };
}
