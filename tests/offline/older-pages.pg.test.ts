import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishReplica } from '#data/replica/replica.ts';
import { adoptSession, GUEST, type Member } from '#data/session/session.ts';
import { mainFeed } from '#features/feed/main-queries.ts';
import { keepReadPages, olderPages, showOlder } from '#features/feed/older-queries.ts';
import { Backend } from './support/backend.ts';
import { Device } from './support/device.ts';

const PAGES = 14;
/** Two posts are left on each of these. */
const FILLED = [0, 5, 13];
/** Each wait ends, and its failure shows what was there instead. */
const LIMIT = { timeout: 60_000 };

let backend: Backend;
let device: Device;

beforeAll(async () => {
  backend = await Backend.create();
  const reader = await backend.newMember();
  // No board is refreshed: devices also have the posts of the trending list, and the six that are left would be in it.
  await backend.db.query("update private.board_clock set refreshed_at = 'infinity' where id");
  // Each page has its own author: after an author's hundredth post, each new one moves an older one to another page.
  await publish('Post', PAGES);
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

/** Posts in the newest pages: a hundred per page, an author for each. */
async function publish(title: string, pages: number): Promise<void> {
  for (let page = 0; page < pages; page += 1)
    await backend.db.query(
      `insert into posts (user_id, title, visibility, status)
       select $1, $2, 'public', 'live' from generate_series(1, 100)`,
      [await backend.newMember(), title],
    );
}

test('60: pages without posts neither end the feed nor need a scroll each', async () => {
  const session: Member = { kind: 'member', userId: device.userId, email: '', username: null };
  adoptSession(session);
  const replica = { account: device.userId, session, db: device.db, flush() {}, check() {}, close: async () => {} };
  publishReplica(replica);
  const stops = [mainFeed.subscribe(() => {}), olderPages.subscribe(() => {})];
  try {
    const shown = () => mainFeed.get().posts.map(({ title }) => title);
    await expect.poll(shown, LIMIT).toHaveLength(2);
    await expect.poll(() => olderPages.get().isEnd, LIMIT).toBe(false);
    showOlder('main');
    // Pages 10 to 6 are empty, 5 has two posts, 4 to 1 are empty, and 0 has two. All arrive after one request.
    await expect.poll(shown, LIMIT).toHaveLength(6);
    await expect.poll(() => olderPages.get(), LIMIT).toMatchObject({ isEnd: true, isHere: true });
    // Nobody has scrolled in the feed of the next account.
    const next = { ...session, userId: crypto.randomUUID() };
    adoptSession(next);
    publishReplica({ ...replica, account: next.userId, session: next });
    await expect.poll(() => olderPages.get(), LIMIT).toEqual({ isAsked: false, isHere: true, isEnd: false });
  } finally {
    for (const stop of stops) stop();
  }
});

test('what a reader below the top has on screen stays, when three newer pages are published meanwhile', async () => {
  const reader = await new Device(backend, await backend.newMember()).open();
  const session: Member = { kind: 'member', userId: reader.userId, email: '', username: null };
  adoptSession(session);
  publishReplica({ account: reader.userId, session, db: reader.db, flush() {}, check() {}, close: async () => {} });
  const titles = () => mainFeed.get().posts.map(({ title }) => title);
  const without: number[] = [];
  const stops = [
    olderPages.subscribe(() => {}),
    mainFeed.subscribe(() => {
      if (titles().length > 0 && !titles().includes('Post')) without.push(titles().length);
    }),
  ];
  try {
    await expect.poll(titles, LIMIT).toContain('Post');
    await expect.poll(() => olderPages.get().isEnd, LIMIT).not.toBeNull();
    keepReadPages();
    await publish('Newer', 4);
    await expect.poll(() => titles().filter((title) => title === 'Newer').length, LIMIT).toBeGreaterThan(200);
    expect(without).toEqual([]);
  } finally {
    for (const stop of stops) stop();
    publishReplica(null);
    await reader.close();
  }
});
