/*
 * One phone of a history, in a process of its own, so that it can be stopped, killed, and have a clock of its own. It
 * runs the app's data layer as a page does: session, tokens, queue, connection and heartbeat, on PowerSync's client for
 * Node. The parent sends orders and receives what was written and read (protocol.ts).
 */
import 'fake-indexeddb/auto';
import { dirname, basename } from 'node:path';
import { PowerSyncDatabase } from '@powersync/node';
import { attach } from '#data/connection/attach.ts';
import { publishReplica } from '#data/replica/replica.ts';
import { schema } from '#data/replica/schema.ts';
import { adoptSession } from '#data/session/session.ts';
import { storeSession } from '#data/session/stored-token.ts';
import { addComment, deleteComment } from '#features/comments/mutations.ts';
import { sendMessage } from '#features/messages/mutations.ts';
import { createPost, editPost } from '#features/posts/mutations.ts';
import { votePost } from '#features/votes/mutations.ts';
import { replicaRows } from '../../soak/support/visible-rows.ts';
import { now } from './now.ts';
import type { FromPhone, Order, PhoneStart, ToPhone } from './protocol.ts';
import { readPhone } from './read-phone.ts';

/** A read beside those that follow changes, in milliseconds. */
const READ_EVERY = 1000;
/** Between two reads that follow changes. */
const THROTTLE = 150;

const RealDate = Date;
let clockOffset = 0;
// Timers and performance.now() do not follow a clock that is set, in browsers neither.
globalThis.Date = class extends RealDate {
  constructor(...given: [] | ConstructorParameters<DateConstructor>) {
    if (given.length === 0) super(RealDate.now() + clockOffset);
    else super(...given);
  }
  static override now = (): number => RealDate.now() + clockOffset;
} as DateConstructor;

const start = JSON.parse(process.argv[2] ?? '') as PhoneStart;
const tell = (message: FromPhone): void => void process.send?.(message);

const isPage = { visibilityState: 'visible' };
Object.assign(globalThis, { location: new URL(start.appUrl), document: isPage });
console.debug = () => {};

clockOffset = start.clockOffset;
const userId = start.session.user.id;
const session = { kind: 'member' as const, userId, email: '', username: null };
adoptSession(session);
await storeSession(start.session);
const db = new PowerSyncDatabase({
  schema,
  logger: { log() {} },
  database: {
    dbFilename: basename(start.file),
    dbLocation: dirname(start.file),
    implementation: { type: 'node:sqlite' },
    readWorkerCount: 1,
  },
});
await db.init();
publishReplica(await attach(db, session, () => {}));

let history = start.history;
/** A read is sent before anything that happens after it. */
let reading: Promise<void> = Promise.resolve();
function read(): Promise<void> {
  return (reading = reading.then(async () => {
    const began = now();
    const asked = history;
    const seen = await readPhone(db, asked);
    tell({ kind: 'read', history: asked, began, ended: now(), seen });
  }));
}
db.onChange(
  { onChange: read },
  {
    tables: ['posts', 'polls', 'comments', 'post_stats', 'own_counts', 'post_votes', 'private_messages', 'outbox'],
    throttleMs: THROTTLE,
  },
);
setInterval(() => void read(), READ_EVERY);

async function write(order: Order): Promise<{ ok: boolean; id?: string; code?: string }> {
  switch (order.write) {
    case 'post':
      return createPost({
        ...{ title: order.text, description: '', visibility: 'public' },
        ...(order.hasPoll && { poll: { question: order.text, options: ['Yes', 'No'] } }),
      });
    case 'edit':
      return editPost({ id: order.target, title: order.text, description: '' });
    case 'comment':
      return addComment({ post_id: order.target, parent_id: null, text: order.text });
    case 'uncomment':
      return deleteComment(order.target);
    case 'vote':
      return votePost(order.target, order.value);
    case 'message':
      return sendMessage({ recipient_id: order.target, content: order.text });
  }
}

process.on('message', (message: ToPhone) => {
  if (message.kind === 'clock') clockOffset = message.offset;
  if (message.kind === 'history') history = message.history;
  if (message.kind === 'rows')
    void (async () => {
      const rows = await db.readTransaction((tx) => replicaRows(tx));
      await read();
      tell({ kind: 'rows', rows });
    })();
  if (message.kind === 'write')
    void (async () => {
      const began = now();
      const result = await write(message.order).catch((error: unknown) => ({ ok: false, code: String(error) }));
      tell({ kind: 'written', number: message.number, began, ended: now(), ...result });
      await read();
    })();
});
tell({ kind: 'ready' });
