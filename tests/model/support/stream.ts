import type { PowerSyncDatabase } from '@powersync/node';
import type { ModelServer, Row } from './server.ts';

const PRIORITIES = { first: 1, rest: 3 } as const;
type Bucket = keyof typeof PRIORITIES;
const BUCKETS = ['first', 'rest'] as const;

interface Entry {
  table: string;
  id: string;
  /** JSON, or null for a removed row. */
  data: string | null;
}

/** The rows that the sync service sends to a member. Columns that are not synced are left out. */
const SYNCED: Record<string, (member: string, row: Row) => boolean> = {
  posts: () => true,
  comments: () => true,
  post_votes: (member, row) => row['user_id'] === member,
  comment_likes: (member, row) => row['user_id'] === member,
  private_messages: (member, row) => row['sender_id'] === member || row['recipient_id'] === member,
  write_rejections: (member, row) => row['user_id'] === member,
};

/** Tables of the first bucket, as in sync-rules.yaml: counts arrive before the rows that they count. */
const FIRST = new Set(['posts', 'post_stats', 'comment_stats', 'own_counts']);
const bucketOf = (table: string): Bucket => (FIRST.has(table) ? 'first' : 'rest');

/** The rows that a member's device should have, as JSON by table and id. */
export function visibleRows(server: ModelServer, member: string): Map<string, string> {
  const visible = new Map<string, string>();
  for (const [key, row] of server.counts.rowsFor(member)) visible.set(key, JSON.stringify(row));
  for (const [table, isVisible] of Object.entries(SYNCED)) {
    for (const [id, row] of server.table(table)) {
      if (!isVisible(member, row)) continue;
      const { entity_ids: _, ...columns } = row;
      const data = table === 'posts' ? { ...columns, status: 'live', feed_page: 1 } : columns;
      visible.set(`${table} ${id}`, JSON.stringify(data));
    }
  }
  return visible;
}

export interface Checkpoint {
  lastOp: number;
  writeCheckpoint: number;
  ops: readonly Entry[];
  /** All rows at this checkpoint, as JSON by table and id. */
  rows: ReadonlyMap<string, string>;
}

/** One member's buckets. */
export class Stream {
  readonly #server: ModelServer;
  readonly #member: string;
  #log: Entry[] = [];
  #rows = new Map<string, string>();
  #writeCheckpoint = 0;

  constructor(server: ModelServer, member: string) {
    this.#server = server;
    this.#member = member;
  }

  /** A checkpoint of the present rows. It may be delivered later, after more changes. */
  take(): Checkpoint {
    const now = visibleRows(this.#server, this.#member);
    const log = (key: string, data: string | null) => {
      const [table = '', id = ''] = key.split(' ');
      this.#log.push({ table, id, data });
    };
    for (const key of this.#rows.keys()) if (!now.has(key)) log(key, null);
    for (const [key, data] of now) if (this.#rows.get(key) !== data) log(key, data);
    this.#rows = now;
    const ops = this.#log.slice();
    return { lastOp: ops.length, writeCheckpoint: this.#writeCheckpoint, ops, rows: now };
  }

  /**
   * Requests a write checkpoint as PowerSync does when the queue is empty. Earlier checkpoints do not include all
   * uploads.
   */
  async markUploaded(db: PowerSyncDatabase): Promise<void> {
    // The real client calls this from its own upload loop; its type does not include it.
    const { bucketStorageAdapter } = db as unknown as {
      bucketStorageAdapter: { updateLocalTarget(ask: () => Promise<string>): Promise<boolean> };
    };
    await bucketStorageAdapter.updateLocalTarget(async () => String((this.#writeCheckpoint += 1)));
  }
}

/**
 * Delivers a checkpoint over a new connection, line by line in PowerSync's protocol. PowerSync's real core decides when
 * to apply it. `onLine` is called after each line with the buckets that are at this checkpoint.
 */
export async function deliver(
  db: PowerSyncDatabase,
  { lastOp, writeCheckpoint, ops }: Checkpoint,
  onLine: (applied: readonly Bucket[]) => Promise<void>,
): Promise<void> {
  const control = (command: string, payload: string | null) =>
    db.writeTransaction(async (tx) => {
      const { rawRows } = await tx.executeRaw('SELECT CAST(powersync_control(?, ?) AS TEXT)', [command, payload]);
      return String(rawRows[0]?.[0]);
    });
  const line = async (value: unknown) => {
    await control('line_text', JSON.stringify(value));
    const applied = await db.getAll<{ name: Bucket }>('SELECT name FROM ps_buckets WHERE last_applied_op = ?', [
      lastOp,
    ]);
    await onLine(applied.map(({ name }) => name));
  };
  const start = {
    parameters: {},
    schema: { tables: [] },
    include_defaults: true,
    active_streams: [],
    app_metadata: {},
  };
  // Closes a stream that a killed process left open. A real one would have ended with its connection.
  await control('stop', null);
  const instructions = JSON.parse(await control('start', JSON.stringify(start))) as {
    EstablishSyncStream?: { request: { buckets: { name: Bucket; after: string }[] } };
  }[];
  const positions = instructions.find((one) => one.EstablishSyncStream)?.EstablishSyncStream?.request.buckets ?? [];
  const after = (bucket: Bucket) => Number(positions.find(({ name }) => name === bucket)?.after ?? 0);
  await control('connection', 'established');
  // A device with a later state does not receive this old checkpoint.
  if (BUCKETS.every((bucket) => after(bucket) <= lastOp)) {
    const log = ops.map(({ table, id, data }, index) => ({
      op_id: String(index + 1),
      op: data === null ? 'REMOVE' : 'PUT',
      object_type: table,
      object_id: id,
      checksum: index + 1,
      ...(data !== null && { data }),
    }));
    const of = (bucket: Bucket) => log.filter(({ object_type }) => bucketOf(object_type) === bucket);
    await line({
      checkpoint: {
        last_op_id: String(lastOp),
        write_checkpoint: String(writeCheckpoint),
        streams: [{ name: 'all', is_default: true, errors: [] }],
        buckets: BUCKETS.map((bucket) => ({
          bucket,
          checksum: of(bucket).reduce((sum, { checksum }) => sum + checksum, 0),
          count: of(bucket).length,
          priority: PRIORITIES[bucket],
          subscriptions: [{ default: 0 }],
        })),
      },
    });
    for (const bucket of BUCKETS) {
      const data = of(bucket).filter(({ checksum }) => checksum > after(bucket));
      if (data.length > 0)
        await line({
          data: { bucket, after: String(after(bucket)), has_more: false, next_after: String(lastOp), data },
        });
      if (bucket === 'first')
        await line({ partial_checkpoint_complete: { last_op_id: String(lastOp), priority: PRIORITIES[bucket] } });
    }
    await line({ checkpoint_complete: { last_op_id: String(lastOp) } });
  }
  await control('stop', null);
}
