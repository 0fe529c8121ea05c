import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Session } from '../support/as-member.ts';
import { insert, pairId, post, openSmallWorld } from '../support/social.ts';

// Section 6 of the specification, row by row: each role tries each right by a direct call.
const ROLES = ['guest', 'member', 'author', 'friend', 'admin', 'ceo'] as const;
type Role = (typeof ROLES)[number];

const world = await openSmallWorld();
let people: Record<Role, Session>;
let open: string;
let closed: string;

beforeAll(async () => {
  const { guest, stranger: member, author, friend, staff: admin } = world;
  people = { guest, member, author, friend, admin, ceo: await world.newSession({ role: 'ceo' }) };
  open = await post(author, { title: 'Open #bay' });
  closed = await post(author, { title: 'Closed', visibility: 'friends' });
});

const EVERYBODY = ROLES;
const MEMBERS: readonly Role[] = ['member', 'author', 'friend', 'admin', 'ceo'];
const STAFF: readonly Role[] = ['admin', 'ceo'];
/** Staff moderate friends-only posts too. */
const CIRCLE: readonly Role[] = ['author', 'friend', 'admin', 'ceo'];

/** True when the statement reached a row. */
const reaches = async (session: Session, sql: string, values: unknown[] = []): Promise<boolean> =>
  ((await session.run(sql, values).catch(() => null))?.rowCount ?? 0) > 0;
const adds = (session: Session, table: string, fields: Record<string, unknown>): Promise<boolean> =>
  insert(session, table, fields).then(
    () => true,
    () => false,
  );
const isTrue = (sql: string, values: unknown[]) => world.one<boolean>(sql, values);
const newPost = () => post(people.author, { title: 'Fresh' });
const newComment = async () => insert(people.author, 'comments', { post_id: open, text: 'Fresh' });

type Attempt = (session: Session) => Promise<boolean>;
const switches =
  (column: string): Attempt =>
  async (session) => {
    const id = await newPost();
    await reaches(session, `update posts set ${column} = true where id = $1`, [id]);
    return isTrue(`select ${column} from posts where id = $1`, [id]);
  };
const gets =
  (sql: string): Attempt =>
  (session) =>
    reaches(session, sql);
const isAnswered =
  (call: string): Attempt =>
  async (session) =>
    (await session.refusal(`select ${call}`)) === null;
const newAd = async (): Promise<string> => {
  const client = await world.one<string>(
    "insert into ad_clients (name) values ('Ridge ' || gen_random_uuid()) returning id",
  );
  return world.one(
    "insert into ads (title, type, image_url, client_id, active) values ('Bags', 'square', 'https://img.example/a.png', $1, false) returning id",
    [client],
  );
};

const RIGHTS: [right: string, allowed: readonly Role[], attempt: Attempt][] = [
  ['view the main feed', EVERYBODY, (session) => reaches(session, 'select 1 from posts where id = $1', [open])],
  [
    'view the trending feed',
    EVERYBODY,
    (session) => reaches(session, 'select 1 from post_trending_view where id = $1', [open]),
  ],
  ['view a friends-only post', CIRCLE, (session) => reaches(session, 'select 1 from posts where id = $1', [closed])],
  [
    'see a friends-only post in trending',
    [],
    (session) => reaches(session, 'select 1 from post_trending_view where id = $1', [closed]),
  ],
  [
    'contact',
    EVERYBODY,
    (session) =>
      session
        .refusal("insert into contact_messages (name, email, message) values ('Ann', 'ann@members.example', 'Hello')")
        .then((refused) => refused === null),
  ],
  ['post', MEMBERS, (session) => adds(session, 'posts', { title: 'Fog' })],
  ['comment', MEMBERS, (session) => adds(session, 'comments', { post_id: open, text: 'Nice' })],
  [
    'reply',
    MEMBERS,
    async (session) => adds(session, 'comments', { post_id: open, text: 'So', parent_id: await newComment() }),
  ],
  ['comment on a friends-only post', CIRCLE, (session) => adds(session, 'comments', { post_id: closed, text: 'Nice' })],
  [
    'like',
    MEMBERS,
    async (session) => {
      const id = await newComment();
      return adds(session, 'comment_likes', { id: pairId('comment_like', id, session.id), comment_id: id });
    },
  ],
  [
    'vote',
    MEMBERS,
    async (session) => {
      const id = await newPost();
      return adds(session, 'post_votes', { id: pairId('post_vote', id, session.id), post_id: id, value: 1 });
    },
  ],
  [
    'message',
    MEMBERS,
    async (session) =>
      adds(session, 'private_messages', { recipient_id: (await world.newSession()).id, content: 'Hi' }),
  ],
  [
    'add a friend',
    MEMBERS,
    async (session) => {
      const other = await world.newSession();
      await reaches(session, "insert into friends (user_id, friend_id, status) values ($1, $2, 'pending')", [
        session.id,
        other.id,
      ]);
      return isTrue('select exists (select 1 from friends where user_id = $1 and friend_id = $2)', [
        session.id,
        other.id,
      ]);
    },
  ],
  [
    'read own notifications',
    MEMBERS,
    async (session) => {
      if (session.id !== null)
        await world.admin.query(
          'select private.notify($1, \'promotion\', \'{"message": "x", "promoted_at": "x"}\', gen_random_uuid()::text)',
          [session.id],
        );
      return reaches(session, 'select 1 from notifications where user_id = $1', [session.id]);
    },
  ],
  [
    'read the notifications of others',
    [],
    (session) => reaches(session, 'select 1 from notifications where user_id <> $1', [session.id ?? randomUUID()]),
  ],
  [
    'edit an own post',
    ['author'],
    async (session) => reaches(session, "update posts set title = 'Edited' where id = $1", [await newPost()]),
  ],
  [
    'delete a post of another member',
    STAFF,
    async (session) => {
      if (session.id === people.author.id) return false;
      const id = await newPost();
      await reaches(session, 'delete from posts where id = $1', [id]);
      return isTrue("select not exists (select 1 from posts where id = $1 and status <> 'removed')", [id]);
    },
  ],
  [
    'edit a comment of another member',
    [],
    async (session) =>
      session.id !== people.author.id &&
      reaches(session, "update comments set text = 'Edited' where id = $1", [await newComment()]),
  ],
  [
    'delete any comment',
    ['author', 'admin', 'ceo'],
    async (session) => reaches(session, 'delete from comments where id = $1', [await newComment()]),
  ],
  [
    'edit another profile',
    [],
    async (session) =>
      reaches(session, "update profiles set about = 'x' where id = $1", [(await world.newSession()).id]),
  ],
  [
    'edit the own profile',
    MEMBERS,
    (session) => reaches(session, "update profiles set about = 'x' where id = $1", [session.id]),
  ],
  ['raise oneself', [], (session) => reaches(session, "update profiles set role = 'ceo' where id = $1", [session.id])],
  ['flag a post', STAFF, switches('flagged')],
  ['lock comments', STAFF, switches('comments_locked')],
  ['pin a post', STAFF, switches('sticky')],
  ['open the dashboard: members with their roles', STAFF, gets('select role from staff_members()')],
  ['open the dashboard: cases', STAFF, gets('select 1 from staff_cases()')],
  ['open the dashboard: log', STAFF, gets('select 1 from staff_log()')],
  ['open the dashboard: figures', STAFF, gets('select 1 from staff_overview() o where o is not null')],
  ['read reports', STAFF, gets('select 1 from reports')],
  ['read flagged posts per member', STAFF, gets('select 1 from member_flags')],
  ['pin in the composer', ['ceo'], (session) => adds(session, 'posts', { title: 'Pinned', sticky: true })],
  [
    'post a video',
    ['ceo'],
    (session) =>
      adds(session, 'posts', {
        title: 'Video',
        video_url: `/storage/v1/object/public/public-videos/${session.id}/a.mp4`,
      }),
  ],
  [
    'create an ad',
    ['ceo'],
    async (session) =>
      adds(session, 'ads', {
        title: 'Bags',
        type: 'square',
        image_url: 'https://img.example/a.png',
        created_by: session.id,
        client_id: await world.one("insert into ad_clients (name) values ('Hill ' || gen_random_uuid()) returning id"),
      }),
  ],
  ['add a client of ads', ['ceo'], (session) => adds(session, 'ad_clients', { name: `Dale ${randomUUID()}` })],
  [
    'edit an ad',
    ['ceo'],
    async (session) => reaches(session, "update ads set title = 'Belts' where id = $1", [await newAd()]),
  ],
  ['delete an ad', ['ceo'], async (session) => reaches(session, 'delete from ads where id = $1', [await newAd()])],
  [
    'read an ad that does not run',
    ['ceo'],
    async (session) => reaches(session, 'select 1 from ads where id = $1', [await newAd()]),
  ],
  ['read figures of ads', ['ceo'], isAnswered('ad_stats()')],
  ['read orders of others', ['ceo'], isAnswered('all_orders()')],
  ['read page views', ['ceo'], isAnswered('page_view_days()')],
  ['switch ban and mute', ['ceo'], isAnswered('switch_ban_tools(true)')],
  [
    'promote, by the function that only the service calls',
    [],
    async (session) =>
      (await session.refusal('select promote_user_to_admin($1, $2)', [
        people.ceo.id,
        (await world.newSession()).id,
      ])) === null,
  ],
  [
    'promote',
    ['ceo'],
    async (session) =>
      world.admin.query('select promote_user_to_admin($1, $2)', [session.id, (await world.newSession()).id]).then(
        () => true,
        () => false,
      ),
  ],
];

test.each(RIGHTS)('%s', async (_, allowed, attempt) => {
  await world.admin.query(
    "insert into reports (reporter_id, target_type, target_user_id, reason) values ($1, 'member', $2, 'spam')",
    [people.friend.id, people.author.id],
  );
  await world.admin.query('insert into member_flags (user_id, flagged_posts) values ($1, 1) on conflict do nothing', [
    people.author.id,
  ]);
  const found: Role[] = [];
  for (const role of ROLES) if (await attempt(people[role])) found.push(role);
  expect(found).toEqual(allowed);
});

test('a member deletes a comment only under their own id', async () => {
  const id = await newComment();
  for (const role of ['guest', 'member', 'friend'] as const)
    expect(
      await reaches(people[role], 'delete from comments where id = $1 and user_id = $2', [id, people.author.id]),
      role,
    ).toBe(false);
  expect(
    await reaches(people.author, 'delete from comments where id = $1 and user_id = $2', [id, people.author.id]),
  ).toBe(true);
});
