import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { action, newMember, Session } from '../support/as-member.ts';
import { randomFrom } from '../support/random.ts';
import { differences, RECOMPUTED } from '../support/recomputed.ts';
import { pairId, openSmallWorld } from '../support/social.ts';

/*
 * Two transactions at the same time, of which one changes what the other one copies. Each pair runs in both orders: one
 * is open while the other one begins, waits or ends. Afterwards every copy equals its original.
 */

const FLAG = 'flagged = true';

type Step = readonly [sql: string, values?: unknown[]];
type Pair = readonly [change: Step, copy: Step];

const world = await openSmallWorld();
let one: pg.Client;
let other: pg.Client;

beforeAll(async () => {
  [one, other] = [await world.scratch.connect(), await world.scratch.connect()];
});

/** Runs `second` while `first` is open. `first` is committed when `second` has ended or waits for it. */
async function interleave(first: Step, second: Step): Promise<void> {
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
  await one.query('begin');
  await one.query(...(first as [string, unknown[]]));
  let isOver = false;
  const ended = other.query(...(second as [string, unknown[]])).finally(() => (isOver = true));
  // Not unhandled while the first one is committed.
  ended.catch(() => {});
  await expect
    .poll(
      async () => isOver || (await world.one<number>('select cardinality(pg_blocking_pids($1))', [rows[0]?.pid])) > 0,
      {
        interval: 5,
      },
    )
    .toBe(true);
  await one.query('commit');
  await ended;
}

const member = (fields: Record<string, unknown> = {}) => newMember(world.admin, fields);
const befriend = (a: string, b: string) => world.admin.query('select private.befriend($1, $2)', [a, b]);

async function post(author: string, fields: Record<string, unknown> = {}): Promise<string> {
  const row: Record<string, unknown> = {
    id: randomUUID(),
    user_id: author,
    title: 'Fog',
    visibility: 'public',
    status: 'live',
    ...fields,
  };
  const names = Object.keys(row);
  await world.admin.query(
    `insert into posts (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()})`,
    Object.values(row),
  );
  return row['id'] as string;
}

async function comment(author: string, on: string, text: string): Promise<string> {
  const id = randomUUID();
  await world.admin.query('insert into comments (id, post_id, user_id, text) values ($1, $2, $3, $4)', [
    id,
    on,
    author,
    text,
  ]);
  return id;
}

async function message(from: string, to: string): Promise<string> {
  const id = randomUUID();
  await world.admin.query(
    "insert into private_messages (id, sender_id, recipient_id, content) values ($1, $2, $3, 'Hello')",
    [id, from, to],
  );
  return id;
}

const rename = (id: string): Step => [
  'update profiles set username = $2 where id = $1',
  [id, `name${randomUUID().slice(0, 8)}`],
];
const change = (id: string, set: string): Step => [
  `${set === FLAG ? 'with flag as (insert into post_flags (id) values ($1))' : ''} update posts set ${set} where id = $1`,
  [id],
];
const vote = (by: string, on: string): Step => [
  'insert into post_votes (post_id, user_id, value) values ($1, $2, 1)',
  [on, by],
];
const say = (by: string, on: string, text: string): Step => [
  'insert into comments (post_id, user_id, text) values ($1, $2, $3)',
  [on, by, text],
];
const refresh: Step = ['select private.refresh_boards(true)'];

const PAIRS: Readonly<Record<string, () => Promise<Pair>>> = {
  async '77: a vote and a refresh of the trending list'() {
    const [author, voter] = [await member(), await member()];
    return [vote(voter, await post(author)), refresh];
  },
  async '77: a comment and a refresh of the trending list'() {
    const [author, voter] = [await member(), await member()];
    return [say(voter, await post(author), 'Wind'), refresh];
  },
  async '77: a vote and a tag that an edit adds'() {
    const [author, voter] = [await member(), await member()];
    const id = await post(author);
    return [vote(voter, id), change(id, `title = 'More #mist'`)];
  },
  async '77: a rename and a first message'() {
    const [named, writer] = [await member(), await member()];
    return [
      rename(named),
      ["insert into private_messages (sender_id, recipient_id, content) values ($1, $2, 'Hello')", [writer, named]],
    ];
  },
  async '77: a rename and a message that is read'() {
    const [named, reader] = [await member(), await member()];
    const id = await message(named, reader);
    return [rename(named), ['update private_messages set read = true where id = $1', [id]]];
  },
  async '77: a rename and a post that leaves the feed, with a comment of that member'() {
    const [author, named] = [await member(), await member()];
    const id = await post(author);
    await comment(named, id, 'Wind');
    return [rename(named), change(id, `status = 'pending_media'`)];
  },
  async '77: a rename and a deleted comment of that member, who wrote an older one'() {
    const [author, named] = [await member(), await member()];
    const id = await post(author);
    await comment(named, id, 'The oldest');
    await world.admin.query(
      "insert into comments (post_id, user_id, text) select $1, $2, 'x' from generate_series(1, 99)",
      [id, author],
    );
    const last = await comment(named, id, 'The newest');
    return [rename(named), ['delete from comments where id = $1', [last]]];
  },
  async '77: a rename and a friend request'() {
    const [named, asking] = [await member(), await member()];
    const id = pairId('friendship', asking, named);
    return [
      rename(named),
      ["insert into friends (id, user_id, friend_id, status) values ($1, $2, $3, 'pending')", [id, asking, named]],
    ];
  },
  async '77: a rename and a block'() {
    const [named, owner] = [await member(), await member()];
    return [rename(named), ['insert into blocks (user_id, blocked_id) values ($1, $2)', [owner, named]]];
  },
  async '77: a rename and a comment with a tag of the same member'() {
    const [author, named] = [await member(), await member()];
    return [rename(named), say(named, await post(author), 'Look #mist')];
  },
  async '77: a rename and a post with a tag of the same member'() {
    const named = await member();
    return [
      rename(named),
      ["insert into posts (user_id, title, visibility, status) values ($1, '#mist', 'public', 'live')", [named]],
    ];
  },
  async '77: a rename and a tag that a comment adds to the post of that member'() {
    const [named, commenter] = [await member(), await member()];
    return [rename(named), say(commenter, await post(named), 'Look #mist')];
  },
  async '77: a rename and a refresh of the trending list'() {
    const named = await member();
    await post(named);
    return [rename(named), refresh];
  },
  async '77: a first post, which gives a rank, and a message to its author'() {
    const [author, writer] = [await member(), await member()];
    return [
      ["insert into posts (user_id, title, visibility, status) values ($1, 'First', 'public', 'live')", [author]],
      ["insert into private_messages (sender_id, recipient_id, content) values ($1, $2, 'Hello')", [writer, author]],
    ];
  },
  ...Object.fromEntries(
    ['sticky = true', FLAG, `status = 'pending_media'`].flatMap((set) => [
      [
        `a post that becomes ${set}, and a comment`,
        async (): Promise<Pair> => {
          const [author, commenter] = [await member(), await member()];
          const id = await post(author);
          return [change(id, set), say(commenter, id, 'Look #mist')];
        },
      ],
      [
        `a post that becomes ${set}, and its picture`,
        async (): Promise<Pair> => {
          const author = await member();
          const id = await post(author);
          return [
            change(id, set),
            [
              "insert into post_images (post_id, user_id, url) values ($1, $2, 'https://pictures.example/a.jpg')",
              [id, author],
            ],
          ];
        },
      ],
    ]),
  ),
  async 'a post that is no longer public, and somebody who saves it'() {
    const [author, reader] = [await member(), await member()];
    const id = await post(author);
    return [
      change(id, `status = 'pending_media'`),
      ['insert into saved_posts (post_id, user_id) values ($1, $2)', [id, reader]],
    ];
  },
  async 'a friendship that ends, and a saved post of the friend'() {
    const [author, reader] = [await member(), await member()];
    await befriend(author, reader);
    const id = await post(author, { visibility: 'friends' });
    return [
      ['delete from friends where user_id = $1 and friend_id = $2', [reader, author]],
      ['insert into saved_posts (post_id, user_id) values ($1, $2)', [id, reader]],
    ];
  },
  async 'a friendship that ends, and a post for this friend'() {
    const [author, reader] = [await member(), await member()];
    await befriend(author, reader);
    return [
      ['delete from friends where user_id = $1 and friend_id = $2', [reader, author]],
      [
        "insert into posts (user_id, title, visibility, status, shared_with) values ($1, 'Yours', 'friends', 'live', array[$2::uuid])",
        [author, reader],
      ],
    ];
  },
  async 'a friendship that begins, and a post for this friend'() {
    const [author, reader] = [await member(), await member()];
    const id = pairId('friendship', author, reader);
    await world.admin.query("insert into friends (id, user_id, friend_id, status) values ($1, $2, $3, 'pending')", [
      id,
      author,
      reader,
    ]);
    return [
      ["update friends set status = 'accepted' where id = $1", [id]],
      [
        "insert into posts (user_id, title, visibility, status, shared_with) values ($1, 'Yours', 'friends', 'live', array[$2::uuid])",
        [author, reader],
      ],
    ];
  },
  async 'the last comment with a tag is deleted, and another one comes'() {
    const [author, first, second] = [await member(), await member(), await member()];
    const id = await post(author);
    const last = await comment(first, id, 'Only #haze');
    return [['delete from comments where id = $1', [last]], say(second, id, 'Also #haze')];
  },
  async 'two members comment with the same new tag'() {
    const [author, first, second] = [await member(), await member(), await member()];
    const id = await post(author);
    return [say(first, id, 'First #drizzle'), say(second, id, 'Second #drizzle')];
  },
};

const seen = new Set<string>();

/** Differences that no earlier test has left. */
async function newDifferences(): Promise<string[]> {
  const all = Object.entries(await differences(world.admin)).flatMap(([name, rows]) =>
    rows.map((row) => `${name}: ${JSON.stringify(row)}`),
  );
  const fresh = all.filter((each) => !seen.has(each));
  for (const each of all) seen.add(each);
  return fresh;
}

describe.each(Object.keys(PAIRS))('%s', (name) => {
  const pair = PAIRS[name]!;
  const check = async (order: (pair: Pair) => readonly [Step, Step]) => {
    await interleave(...order(await pair()));
    expect(await newDifferences()).toEqual([]);
  };
  test('the change is open', () => check(([change, copy]) => [change, copy]));
  test('the copy is open', () => check(([change, copy]) => [copy, change]));
});

/** Until `reset role`. */
async function logIn(client: pg.Client, user: string): Promise<void> {
  const claims = JSON.stringify({ sub: user, role: 'authenticated' });
  await client.query("select set_config('request.jwt.claims', $1, false)", [claims]);
  await client.query('set role authenticated');
}

test.each(['the request is withdrawn', 'the other one is sent'])(
  'two members ask for the same friendship while one withdraws: both are friends, or neither is (%s first)',
  async (order) => {
    const [asking, asked] = [await member(), await member()];
    const request = "insert into friends (id, user_id, friend_id, status) values ($1, $2, $3, 'pending')";
    await world.admin.query(request, [pairId('friendship', asking, asked), asking, asked]);
    const withdraw: Step = ['delete from friends where user_id = $1 and friend_id = $2', [asking, asked]];
    const answer: Step = [request, [pairId('friendship', asked, asking), asked, asking]];
    const isWithdrawnFirst = order === 'the request is withdrawn';
    try {
      await logIn(one, isWithdrawnFirst ? asking : asked);
      await logIn(other, isWithdrawnFirst ? asked : asking);
      await (isWithdrawnFirst ? interleave(withdraw, answer) : interleave(answer, withdraw));
    } finally {
      for (const client of [one, other]) await client.query('reset role');
      for (const client of [one, other]) await client.query("select set_config('request.jwt.claims', '', false)");
    }
    expect((await differences(world.admin))['friendships']).toBeUndefined();
  },
);

test('two members read each other’s code without a network: in 100 orders of arrival they become friends, once', async () => {
  const random = randomFrom(20261128);
  const kinds = new Set<string>();
  for (let round = 0; round < 100; round += 1) {
    const [ann, ben] = [await member(), await member()];
    const sessions = [new Session(one, ann), new Session(other, ben)] as const;
    // What each device has in its queue.
    const asked = [requestOf(ann, ben), requestOf(ben, ann)] as const;
    const send = async (which: 0 | 1) => (await sessions[which].applyCrud(asked[which]))[0]?.status;
    const order: (0 | 1)[] = random(2) === 0 ? [0, 1] : [1, 0];
    const isTogether = random(3) > 0;
    // The answer was lost, so it is sent again.
    const isRepeated = random(2) === 0;
    if (isTogether) expect(await Promise.all(order.map(send))).toEqual(['applied', 'applied']);
    else for (const which of order) expect(await send(which)).toBe('applied');
    if (isRepeated) expect(await Promise.all(order.map(send))).toEqual(['duplicate', 'duplicate']);
    const pair = 'from friends where user_id in ($1, $2) and friend_id in ($1, $2)';
    const status = await world.admin.query(`select user_id, status ${pair} order by user_id = $2`, [ann, ben]);
    expect(status.rows, `round ${round}`).toEqual([
      { user_id: ann, status: 'accepted' },
      { user_id: ben, status: 'accepted' },
    ]);
    // One of the two has answered the other one.
    const accepted = "select count(*)::int from notifications where type = 'friend_accept' and user_id in ($1, $2)";
    expect(await world.one(accepted, [ann, ben])).toBe(1);
    kinds.add(`${order[0]} ${isTogether} ${isRepeated}`);
  }
  expect(kinds.size).toBe(8);
  expect((await differences(world.admin))['friendships']).toBeUndefined();
});

const requestOf = (from: string, to: string) =>
  action({
    op: 'PUT',
    table: 'friends',
    id: pairId('friendship', from, to),
    data: { user_id: from, friend_id: to, status: 'pending' },
  });

test('101 comments at the same moment leave 100 among the newest', async () => {
  const [author, commenter] = [await member(), await member()];
  const id = await post(author);
  await world.admin.query(
    "insert into comments (post_id, user_id, text) select $1, $2, 'x' from generate_series(1, 99)",
    [id, commenter],
  );
  await interleave(say(commenter, id, 'One'), say(author, id, 'Two'));
  expect(await world.one('select count(*) filter (where is_recent)::int from comments where post_id = $1', [id])).toBe(
    100,
  );
});

test('control: a difference that a race would leave is found', async () => {
  await world.admin.query('begin');
  await world.admin.query("update known_people set author = '{}' where why = 'message'");
  const sql = RECOMPUTED.find(([name]) => name === 'author cards of known_people')?.[1] ?? '';
  expect((await world.admin.query(sql)).rows).not.toEqual([]);
  await world.admin.query('rollback');
});
