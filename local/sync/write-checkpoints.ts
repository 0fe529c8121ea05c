import type { Pool } from 'pg';
import { SyncError } from './errors.ts';

/**
 * Rows that a user may have: more devices than anybody uses, so that a caller who invents client ids cannot fill the
 * table.
 */
const rowsPerUser = 50;
/**
 * Longer than a device waits for the number that it got, because without the row it gets no checkpoint before its next
 * upload.
 */
const daysUnused = 30;

/**
 * Issues write checkpoints. Clients get the number from the replication stream, where commit order puts it after
 * everything that was committed before the request.
 */
export class WriteCheckpoints {
  readonly #pool: Pool;
  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Legacy mode: the server counts. Throws SyncError 503 if Postgres is unavailable. */
  next(userId: string, clientId: string | undefined): Promise<string> {
    return this.#upsert(userId, clientId, '1', 'w.id + 1');
  }

  /** Request mode: the client counts, the server keeps the highest number. */
  atLeast(userId: string, clientId: string, id: bigint): Promise<string> {
    return this.#upsert(userId, clientId, String(id), 'greatest(w.id, excluded.id)');
  }

  async #upsert(userId: string, clientId: string | undefined, id: string, update: string): Promise<string> {
    try {
      const { rows } = await this.#pool.query(
        `insert into embedded_sync.write_checkpoints as w (user_key, user_id, id, used_at) values ($1, $2, $3, now())
           on conflict (user_key) do update set id = ${update}, used_at = now() returning id, xmax = 0 as is_new`,
        [writeCheckpointKey(userId, clientId), userId, id],
      );
      if (rows[0].is_new) await this.#expire(userId);
      return String(rows[0].id);
    } catch {
      throw new SyncError('PSYNC_S2003', 503, 'The database cannot be reached. Try again.');
    }
  }

  /** Deletes rows that were not used for long, and the longest unused of this user. */
  async #expire(userId: string): Promise<void> {
    await this.#pool.query(
      `delete from embedded_sync.write_checkpoints where user_key in (
         select user_key from embedded_sync.write_checkpoints
          where used_at < now() - make_interval(days => $2)
             or user_key in (select user_key from embedded_sync.write_checkpoints
                              where user_id = $1 order by used_at desc offset $3)
            for update skip locked)`,
      [userId, daysUnused, rowsPerUser],
    );
  }
}

export function writeCheckpointKey(userId: string, clientId: string | undefined): string {
  return clientId === undefined ? userId : `${userId}/${clientId}`;
}
