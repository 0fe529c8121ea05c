import type { Pool } from 'pg';
import { SyncError } from './errors.ts';

/**
 * Hands out write checkpoints. The number is only *issued* here; clients learn it from the replication stream, where
 * commit order puts it behind everything committed before the request.
 */
export class WriteCheckpoints {
  readonly #pool: Pool;
  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Legacy mode: the server counts. Throws SyncError 503 when Postgres is away. */
  next(userKey: string): Promise<string> {
    return this.#upsert(
      `insert into embedded_sync.write_checkpoints as w (user_key, id) values ($1, 1)
         on conflict (user_key) do update set id = w.id + 1 returning id`,
      [userKey],
    );
  }

  /** Request mode: the client counts, the server keeps the greatest. */
  atLeast(userKey: string, id: string): Promise<string> {
    return this.#upsert(
      `insert into embedded_sync.write_checkpoints as w (user_key, id) values ($1, $2)
         on conflict (user_key) do update set id = greatest(w.id, excluded.id) returning id`,
      [userKey, id],
    );
  }

  async #upsert(sql: string, values: string[]): Promise<string> {
    try {
      const { rows } = await this.#pool.query(sql, values);
      return String(rows[0].id);
    } catch {
      throw new SyncError('PSYNC_S2003', 503, 'The database cannot be reached. Try again.');
    }
  }
}

export function writeCheckpointKey(userId: string, clientId: string): string {
  return `${userId}/${clientId}`;
}
