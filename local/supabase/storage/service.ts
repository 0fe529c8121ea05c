import { DatabaseError } from 'pg';
import type { Pool, PoolClient } from 'pg';

import type { BackendContext } from '../../context.ts';
import type { Caller } from '../caller.ts';
import { isPassing } from '../passing.ts';
import { NoTurn, originOfCall, type Shares, Turns } from '../turns.ts';
import { forbidden, StorageError } from './errors.ts';
import type { Files } from './files.ts';

export interface StorageService {
  readonly ctx: BackendContext;
  readonly db: Pool;
  readonly files: Files;
  /** Lists of a folder, which may read many rows. */
  readonly lists: Turns;
  /** Uploads whose body is in memory. */
  readonly bodies: Turns;
}

/** Connections to the database. */
export const CONNECTIONS = 6;
/** Most connections are left for pictures. */
const LISTS: Shares = { all: 2, guests: 1, origin: 1, waiting: 20, patience: 10_000 };
/** Large files are sent in parts, which are not in memory. */
const BODIES: Shares = { all: 8, guests: 4, origin: 2, waiting: 60, patience: 60_000 };

export const openTurns = (): Pick<StorageService, 'lists' | 'bodies'> => ({
  lists: new Turns(LISTS),
  bodies: new Turns(BODIES),
});

/** Runs `work` when it is the caller's turn. Throws 429 or 503, or the signal's reason if the caller is gone. */
export async function inTurn<T>(turns: Turns, caller: Caller, isGone: AbortSignal, work: () => Promise<T>): Promise<T> {
  const end = await turns.take(originOfCall(caller), isGone).catch((error: unknown) => {
    if (!(error instanceof NoTurn)) throw error;
    const status = error.reason === 'many' ? 429 : 503;
    throw new StorageError(String(status), 'SlowDown', 'Too many requests. Try again in a moment.', status);
  });
  return await work().finally(end);
}

/** How `asCaller` runs. */
export interface CallOptions {
  /** Runs before, with the service's role. */
  readonly asService?: (db: PoolClient) => Promise<void>;
  /** storage-api's name of it, which policies read. */
  readonly operation?: string;
  /** Milliseconds of a statement. */
  readonly patience?: number;
}

/**
 * Runs `work` in one transaction with the caller's role and claims, so that the policies of storage.objects decide.
 * Throws storage-api's 403 if they deny access, and its 409 if the name is taken.
 */
export async function asCaller<T>(
  service: StorageService,
  caller: Caller,
  work: (db: PoolClient) => Promise<T>,
  { asService, operation = '', patience = 8000 }: CallOptions = {},
): Promise<T> {
  const client = await service.db.connect();
  try {
    await client.query('begin');
    if (asService) {
      await client.query('set local role service_role');
      await asService(client);
    }
    await client.query(
      `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true),
         set_config('request.jwt.claim.role', $3, true), set_config('request.headers', $4, true), set_config('storage.operation', $5, true), set_config('statement_timeout', $6, true)`,
      [
        JSON.stringify(caller.claims),
        caller.claims.sub ?? '',
        caller.role,
        JSON.stringify({ 'x-forwarded-for': caller.address }),
        operation,
        String(patience),
      ],
    );
    await client.query(`set local role ${caller.role}`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw translated(error);
  } finally {
    client.release();
  }
}

/** As storage-api shows an error of the database: the text of a trigger or policy only with 42501. */
function translated(error: unknown): unknown {
  if (isPassing(error)) return new StorageError('503', 'SlowDown', 'The database is busy. Try again in a moment.', 503);
  if (!(error instanceof DatabaseError)) return error;
  switch (error.code) {
    case '42501':
      return error.message.includes('row-level security') ? forbidden() : forbidden(error.message);
    case '23505':
      return new StorageError('409', 'Duplicate', 'The resource already exists');
    case '23503':
      return new StorageError('404', 'Related resource not found', 'The related resource does not exist');
    case '55P03':
      return new StorageError('423', 'ResourceLocked', 'The resource is locked');
    case '57014':
      return new StorageError('544', 'DatabaseTimeout', 'The connection to the database timed out', 544);
    default:
      return new StorageError('500', 'DatabaseError', `database error, code: ${error.code ?? ''}`, 500);
  }
}
