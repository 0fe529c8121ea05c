import { DatabaseError } from 'pg';
import type { Pool, PoolClient } from 'pg';

import type { BackendContext } from '../../context.ts';
import type { Caller } from '../caller.ts';
import { isPassing } from '../passing.ts';
import { forbidden, StorageError } from './errors.ts';
import type { Files } from './files.ts';

export interface StorageService {
  readonly ctx: BackendContext;
  readonly db: Pool;
  readonly files: Files;
}

/**
 * Runs `work` in one transaction with the caller's role and claims, so that the policies of storage.objects decide, and
 * before it `asService` with the service's role. Throws storage-api's 403 if they deny access, and its 409 if the name
 * is taken.
 */
export async function asCaller<T>(
  service: StorageService,
  caller: Caller,
  work: (db: PoolClient) => Promise<T>,
  asService?: (db: PoolClient) => Promise<void>,
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
         set_config('request.jwt.claim.role', $3, true), set_config('request.headers', $4, true), set_config('statement_timeout', '8s', true)`,
      [
        JSON.stringify(caller.claims),
        caller.claims.sub ?? '',
        caller.role,
        JSON.stringify({ 'x-forwarded-for': caller.address }),
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
