import type { PowerSyncDatabase } from '@powersync/node';
import type { ModelServer, Row } from './server.ts';

interface Entry {
  table: string;
  id: string;
  /** JSON; null when the row went. */
  data: string | null;
}

/** What the sync service sends one member: the protocol of PowerSync, applied by its real core. Columns that no device gets are left out. */
const SYNCED: Record<string, (member: string, row: Row) => boolean> = {
  posts: () => true,
  comments: () => true,
  post_votes: (member, row) => row['user_id'] === member,
  comment_likes: (member, row) => row['user_id'] === member,
  private_messages: (member, row) => row['sender_id'] === member || row['recipient_id'] === member,
  write_rejections: (member, row) => row['user_id'] === member,
};

/** The rows that a member's device is to hold, as JSON by id. */
export function visibleRows(server: ModelServer, member: string): Map<string, string> {
  const visible = new Map<string, string>();
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
}

/** One member's bucket. */
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

  /** What holds now; it may be delivered later, when more has happened. */
  take(): Checkpoint {
    const now = visibleRows(this.#server, this.#member);
    const note = (key: string, data: string | null) => {
      const [table = '', id = ''] = key.split(' ');
      this.#log.push({ table, id, data });
    };
    for (const key of this.#rows.keys()) if (!now.has(key)) note(key, null);
    for (const [key, data] of now) if (this.#rows.get(key) !== data) note(key, data);
    this.#rows = now;
    const ops = this.#log.slice();
    return { lastOp: ops.length, writeCheckpoint: this.#writeCheckpoint, ops };
  }

  /** What PowerSync asks for once the queue is empty: checkpoints below it do not hold all that was uploaded. */
  async markUploaded(db: PowerSyncDatabase): Promise<void> {
    // The real client calls this from its own upload loop; its type does not show it.
    const { bucketStorageAdapter } = db as unknown as {
      bucketStorageAdapter: { updateLocalTarget(ask: () => Promise<string>): Promise<boolean> };
    };
    await bucketStorageAdapter.updateLocalTarget(async () => String((this.#writeCheckpoint += 1)));
  }
}

/** Delivers a checkpoint through a connection of its own. It is applied when PowerSync's core says so. */
export async function deliver(db: PowerSyncDatabase, { lastOp, writeCheckpoint, ops }: Checkpoint): Promise<void> {
  const control = (command: string, payload: string | null) =>
    db.writeTransaction(async (tx) => {
      const { rawRows } = await tx.executeRaw('SELECT CAST(powersync_control(?, ?) AS TEXT)', [command, payload]);
      return String(rawRows[0]?.[0]);
    });
  const line = (value: unknown) => control('line_text', JSON.stringify(value));
  const start = {
    parameters: {},
    schema: { tables: [] },
    include_defaults: true,
    active_streams: [],
    app_metadata: {},
  };
  // One that a dead process left open: it would have died with its connection.
  await control('stop', null);
  const instructions = JSON.parse(await control('start', JSON.stringify(start))) as {
    EstablishSyncStream?: { request: { buckets: { after: string }[] } };
  }[];
  const after = Number(
    instructions.find((one) => one.EstablishSyncStream)?.EstablishSyncStream?.request.buckets[0]?.after ?? 0,
  );
  await control('connection', 'established');
  // A device that has seen more than this old checkpoint is not told it again.
  if (after <= lastOp) {
    const missing = ops.slice(after).map(({ table, id, data }, index) => ({
      op_id: String(after + index + 1),
      op: data === null ? 'REMOVE' : 'PUT',
      object_type: table,
      object_id: id,
      checksum: after + index + 1,
      ...(data !== null && { data }),
    }));
    const bucket = {
      bucket: 'all',
      checksum: (lastOp * (lastOp + 1)) / 2,
      count: lastOp,
      priority: 3,
      subscriptions: [{ default: 0 }],
    };
    await line({
      checkpoint: {
        last_op_id: String(lastOp),
        write_checkpoint: String(writeCheckpoint),
        streams: [{ name: 'all', is_default: true, errors: [] }],
        buckets: [bucket],
      },
    });
    if (missing.length > 0)
      await line({
        data: { bucket: 'all', after: String(after), has_more: false, next_after: String(lastOp), data: missing },
      });
    await line({ checkpoint_complete: { last_op_id: String(lastOp) } });
  }
  await control('stop', null);
}
