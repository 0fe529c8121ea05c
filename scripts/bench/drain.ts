import { parseArgs } from 'node:util';

import { Backend } from '../../tests/offline/support/backend.ts';
import { Device } from '../../tests/offline/support/device.ts';
import { writeDay } from '../../tests/offline/support/day-offline.ts';
import { createPlainConnector } from './drain-plain.ts';
import { openSlowLink } from './slow-link.ts';

const LINK = { roundTripMs: 400, bytesPerSecond: 50_000 } as const;
/** The actions of one day offline. */
const DAY = { posts: 60, comments: 80, votes: 60 } as const;
const WRITES = DAY.posts + DAY.comments + DAY.votes;

interface Drain {
  readonly calls: number;
  readonly bytes: number;
  readonly ms: number;
}

/** Writes a day's actions offline, then uploads them through the link. Ends when the queue is empty. */
async function drain(backend: Backend, kind: 'ours' | 'plain', targets: readonly string[]): Promise<Drain> {
  const link = await openSlowLink(backend.state.appUrl, LINK);
  // The streams have a separate link, so that this one counts only the bytes of the writes.
  const streams = await openSlowLink(backend.state.appUrl, LINK);
  const userId = await backend.newMember();
  const accessToken = await backend.accessToken(userId);
  const plain = createPlainConnector({
    supabaseUrl: link.url,
    publishableKey: backend.state.anonKey,
    powersyncUrl: `${streams.url}/powersync`,
    token: async () => accessToken,
  });
  const device = new Device(backend, userId, {
    appUrl: link.url,
    powersyncUrl: `${streams.url}/powersync`,
    ...(kind === 'plain' && { connector: () => plain }),
  });
  try {
    await device.open({ connected: false });
    await writeDay(device, DAY, targets);
    const start = performance.now();
    device.connect();
    await device.queueEmpty();
    const ms = performance.now() - start;
    await expectArrived(backend, userId);
    return { calls: kind === 'ours' ? device.sent.length : plain.calls, bytes: link.bytes.up + link.bytes.down, ms };
  } finally {
    await device.close();
    await link.close();
    await streams.close();
  }
}

/** Checks that everything has arrived. */
async function expectArrived(backend: Backend, userId: string): Promise<void> {
  for (const [table, wanted] of Object.entries({ posts: DAY.posts, comments: DAY.comments, post_votes: DAY.votes })) {
    const { rows } = await backend.db.query<{ n: number }>(
      `select count(*)::int as n from public.${table} where user_id = $1`,
      [userId],
    );
    if (rows[0]?.n !== wanted) throw new Error(`${rows[0]?.n} of ${wanted} ${table} have arrived.`);
  }
}

const { values } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const backend = await Backend.create();
try {
  // Rate limits are off, because the bench writes faster than a person.
  await backend.db.query('update private.rate_limits set max_count = 100000');
  const author = await backend.newMember();
  const { rows: targets } = await backend.db.query<{ id: string }>(
    `insert into public.posts (user_id, title) select $1, 'Zeroed at ' || n from generate_series(1, 100) n returning id`,
    [author],
  );
  const ids = targets.map(({ id }) => id);
  const ours = await drain(backend, 'ours', ids);
  const plain = await drain(backend, 'plain', ids);
  const link = `${LINK.roundTripMs} ms, ${LINK.bytesPerSecond / 1000} kB/s`;
  const rows = [
    { what: `${WRITES} writes over ${link}: calls`, value: ours.calls, unit: '' },
    { what: `${WRITES} writes over ${link}: bytes`, value: ours.bytes / 1000, unit: 'kB' },
    { what: `${WRITES} writes over ${link}: time`, value: ours.ms, unit: 'ms' },
    { what: 'the same, one call per row: calls', value: plain.calls, unit: '' },
    { what: 'the same, one call per row: bytes', value: plain.bytes / 1000, unit: 'kB' },
    { what: 'the same, one call per row: time', value: plain.ms, unit: 'ms' },
    { what: 'one call per row, in our time', value: plain.ms / ours.ms, unit: '×' },
  ];
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  else
    for (const { what, value, unit } of rows) console.log(`${what.padEnd(58)} ${value.toFixed(1).padStart(9)} ${unit}`);
} finally {
  await backend.destroy();
}
