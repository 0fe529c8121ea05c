import type { Pool } from 'pg';
import { SyncError } from './errors.ts';

/**
 * Issues write checkpoints. Clients get the number from the replication stream, where commit order puts it after everything
 * that was committed before the request.
 */
export class WriteCheckpoints {
  readonly #pool: Pool;
  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Legacy mode: the server counts. Throws SyncError 503 if Postgres is unavailable. */
  next(userKey: string): Promise<string> {
    return this.#upsert(
      `insert into embedded_sync.write_checkpoints as w (user_key, id) values ($1, 1)
         on conflict (user_key) do update set id = w.id + 1 returning id`,
      [userKey],
    );
  }

  /** Request mode: the client counts, the server keeps the highest number. */
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
