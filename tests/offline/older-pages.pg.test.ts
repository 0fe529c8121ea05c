import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishReplica } from '#data/replica/replica.ts';
import { adoptSession, GUEST, type Member } from '#data/session/session.ts';
import { whenStore } from '#lib/store.ts';
import { mainFeed } from '#features/feed/main-queries.ts';
import { olderPages, showOlder } from '#features/feed/older-queries.ts';
import { Backend } from './support/backend.ts';
import { Device } from './support/device.ts';

const PAGES = 14;
/** Two posts are left on each of these. */
const FILLED = [0, 5, 13];

let backend: Backend;
let device: Device;

beforeAll(async () => {
  backend = await Backend.create();
  const [author, reader] = [await backend.newMember(), await backend.newMember()];
  await backend.db.query(
    `insert into posts (user_id, title, visibility, status)
     select $1, 'Post ' || n, 'public', 'live' from generate_series(1, $2::integer) n order by n`,
    [author, PAGES * 100],
  );
  await backend.db.query(
    `delete from posts where id in (select id from (select id, feed_page, row_number() over (partition by feed_page) as n from posts) placed
     where n > 2 or not feed_page = any ($1))`,
    [FILLED],
  );
  device = await new Device(backend, reader).open();
});
afterAll(async () => {
  publishReplica(null);
  adoptSession(GUEST);
  await device?.close();
  await backend?.destroy();
});

test('60: pages without posts neither end the feed nor need a scroll each', async () => {
  const session: Member = { kind: 'member', userId: device.userId, email: '', username: null };
  adoptSession(session);
  const replica = { account: device.userId, session, db: device.db, flush() {}, check() {}, close: async () => {} };
  publishReplica(replica);
  const stops = [mainFeed.subscribe(() => {}), olderPages.subscribe(() => {})];
  try {
    await whenStore(mainFeed, ({ posts }) => posts.length === 2);
    await whenStore(olderPages, ({ isEnd }) => isEnd === false);
    showOlder('main');
    // Pages 10 to 6 are empty, 5 has two posts, 4 to 1 are empty, and 0 has two. All arrive after one request.
    await whenStore(mainFeed, ({ posts }) => posts.length === 6);
    await whenStore(olderPages, ({ isEnd, isHere }) => isEnd === true && isHere);
    // Nobody has scrolled in the feed of the next account.
    const next = { ...session, userId: crypto.randomUUID() };
    adoptSession(next);
    publishReplica({ ...replica, account: next.userId, session: next });
    await whenStore(olderPages, ({ isEnd }) => isEnd !== null);
    expect(olderPages.get()).toEqual({ isAsked: false, isHere: true, isEnd: false });
  } finally {
    for (const stop of stops) stop();
  }
});
