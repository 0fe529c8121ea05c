import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pairId, put } from '../../support/social.ts';
import { RawStream, Replica } from '../../sync/support/raw-client.ts';
import { type Person, Stage, type Wanted } from './support/stage.ts';

/** Reads checkpoints until the replica has the row with this id. */
async function replicaWith(raw: RawStream, id: string): Promise<Replica> {
  const replica = new Replica();
  do replica.apply(await raw.complete());
  while (!replica.ids().includes(id));
  return replica;
}

// Posts and what hangs on them, as they can be reached from outside: REST, the queue and the sync stream of a whole
// backend.
let stage: Stage;
let author: Person;
let friend: Person;
let stranger: Person;
let banned: Person;
let admin: Person;
const MARK = 'Quiet-bay-seven';
/** A friends-only post with everything on it, and a public one as control. */
let secret: { post: string; poll: string; comment: string };
let open: string;

beforeAll(async () => {
  stage = await Stage.open();
  author = await stage.person();
  friend = await stage.person();
  stranger = await stage.person();
  banned = await stage.person();
  admin = await stage.person({ role: 'admin' });
  await stage.befriend(author, friend);
  await stage.befriend(author, banned);
  await stage.db.query('update public.profiles set is_banned = true where id = $1', [banned.id]);
  secret = { post: randomUUID(), poll: randomUUID(), comment: randomUUID() };
  open = randomUUID();
  const result = await stage.queue(
    author,
    put('polls', { question: `${MARK}?`, options: `["${MARK} 1","b"]`, created_by: author.id }, secret.poll),
    put(
      'posts',
      { user_id: author.id, title: `${MARK} #quietbay`, visibility: 'friends', poll_id: secret.poll },
      secret.post,
    ),
    put('post_images', {
      post_id: secret.post,
      user_id: author.id,
      url: `https://media.example/${MARK}.webp`,
      position: 0,
    }),
    put('comments', { post_id: secret.post, user_id: author.id, text: MARK }, secret.comment),
    put(
      'post_votes',
      { post_id: secret.post, user_id: author.id, value: 1 },
      pairId('post_vote', secret.post, author.id),
    ),
  );
  expect(result).toMatchObject({ status: 'applied' });
  const publicPost = put('posts', { user_id: author.id, title: 'Open #openbay', visibility: 'public' }, open);
  expect(await stage.queue(author, publicPost)).toMatchObject({ status: 'applied' });
  await stage.db.query('select private.refresh_boards(true)');
});
afterAll(() => stage?.close());

const outsiders = (): [string, SupabaseClient][] => [
  ['a visitor', stage.guest],
  ['a stranger', stranger.client],
  ['a banned friend', banned.client],
];

/** Every stream there is, asked for this post with whatever a hostile client would claim. */
function hostile(): Wanted[] {
  const odd = [null, '', '*', '%', "' or 1=1 --", true, -1, { id: secret.post }, [secret.post]];
  const ask = (stream: string, ...parameters: Record<string, unknown>[]) =>
    parameters.map((values) => ({ stream, parameters: values }));
  const as = [author.id, friend.id, admin.id].flatMap((id) => [
    { post_id: secret.post, author_id: id, user_id: id, uid: id },
    { post_id: secret.post, author_id: id, 'auth.user_id': id, sub: id, page: 0 },
  ]);
  return [
    ...[
      'post_public',
      'post_private',
      'post_chosen',
      'post_own',
      'post_marks',
      'friends_feed',
      'shared_with_me',
      'me',
      'own_posts',
      'my_votes',
    ].flatMap((stream) => ask(stream, ...as)),
    ...ask('profile_posts', ...as),
    ...['profile_friend_posts', 'profile_posts_page', 'profile_friend_posts_page', 'own_posts_page'].flatMap((stream) =>
      [0, 1].flatMap((page) => ask(stream, ...as.map((values) => ({ ...values, page })))),
    ),
    ...ask('staff_moderation', ...as),
    ...ask('feed_page', ...odd.map((page) => ({ page }))),
    ...ask('post_private', ...odd.map((value) => ({ post_id: secret.post, author_id: value }))),
    ...ask('tag_posts', { list: '#quietbay' }, { list: 'quietbay' }, { list: 'trending' }),
    ...ask('tag_page', { list: '#quietbay', page: 0 }),
  ];
}

test('friends read a post and its comments with their authors by the plain names of the relations', async () => {
  const { data: posts, error } = await friend.client
    .from('posts')
    .select('id, profiles(username, profile_image_url), post_images(url)')
    .eq('id', secret.post);
  expect(error).toBeNull();
  expect(posts).toMatchObject([{ id: secret.post, profiles: { username: expect.any(String) } }]);
  const comments = await friend.client.from('comments').select('id, profiles(username)').eq('id', secret.comment);
  expect(comments.data).toMatchObject([{ profiles: { username: expect.any(String) } }]);
});

describe('A10–A13: a friends-only post', () => {
  test('A10, A11: over REST it and all that hangs on it are there for friends alone', async () => {
    const questions = (client: SupabaseClient) => ({
      byId: client.from('posts').select('*').eq('id', secret.post),
      search: client.from('posts').select('id').ilike('title', '%quiet-bay%'),
      ofAuthor: client.from('posts').select('id').eq('user_id', author.id).eq('visibility', 'friends'),
      images: client.from('post_images').select('*').eq('post_id', secret.post),
      comments: client.from('comments').select('*').eq('post_id', secret.post),
      comment: client.from('comment_stats').select('*').eq('id', secret.comment),
      numbers: client.from('post_stats').select('*').eq('id', secret.post),
      poll: client.from('polls').select('*').eq('id', secret.poll),
      votes: client.from('poll_stats').select('*').eq('id', secret.poll),
      people: client.from('post_people').select('*').eq('post_id', secret.post),
      embedded: client
        .from('profiles')
        .select('id, comments!comments_user_id_fkey(id)')
        .eq('comments.post_id', secret.post)
        .eq('id', author.id)
        .not('comments', 'is', null),
    });
    for (const [name, client] of outsiders()) {
      for (const [how, asked] of Object.entries(questions(client)))
        expect(JSON.stringify((await asked).data ?? []), `${name}: ${how}`).not.toMatch(
          new RegExp([MARK, secret.post, secret.comment, secret.poll].join('|')),
        );
      const { count } = await client.from('posts').select('id', { count: 'exact', head: true });
      expect(count, name).toBe(1);
      const lists = [
        client.from('hashtags').select('*').eq('tag', 'quietbay'),
        client.from('hashtags_view').select('*').eq('tag', 'quietbay'),
        client.from('tag_counts').select('*').eq('tag', 'quietbay'),
        client.from('post_trending_view').select('*').eq('id', secret.post),
        client.from('listed_posts').select('*').eq('post_id', secret.post),
        client.from('listed_stats').select('*').eq('post_id', secret.post),
      ];
      for (const list of lists) expect((await list).data ?? [], name).toEqual([]);
    }
    for (const [how, asked] of Object.entries(questions(friend.client))) {
      const { data, error } = await asked;
      expect(error, how).toBeNull();
      expect(data, how).not.toEqual([]);
    }
    expect((await stranger.client.from('listed_posts').select('post_id').eq('list', '#openbay')).data).toEqual([
      { post_id: open },
    ]);
  });

  test('a friend chosen for a post does not learn who else was chosen, over REST or the stream; its author does', async () => {
    const [one, two] = [await stage.person(), await stage.person()];
    for (const each of [one, two]) await stage.befriend(author, each);
    const id = randomUUID();
    const readers = JSON.stringify([one.id, two.id]);
    const made = put(
      'posts',
      { user_id: author.id, title: 'For two', visibility: 'friends', shared_with: readers },
      id,
    );
    expect(await stage.queue(author, made)).toMatchObject({ status: 'applied' });
    const streams = ['me', 'shared_with_me', 'post_chosen', 'post_own', 'own_posts_page', 'saved_post'].map(
      (stream) => ({
        stream,
        parameters: { post_id: id, page: 0 },
      }),
    );
    const rows = async (who: Person) => {
      const held = await stage.device(who, streams, (found) =>
        found.some((row) => row.id === id && row.table === 'posts'),
      );
      const asked = [
        who.client.from('posts').select('*').eq('id', id),
        who.client.from('posts').select('id, shared_with, post_recipients(user_id)').eq('id', id),
        who.client.from('post_recipients').select('post_id, user_id').eq('post_id', id),
        who.client.from('post_readers').select('*'),
        who.client.from('post_people').select('*').eq('post_id', id),
        who.client.rpc('export_my_data'),
      ];
      const answers = [];
      for (const each of asked) answers.push((await each).data);
      return JSON.stringify([held.rows.filter(({ table }) => table !== 'people'), answers]);
    };
    for (const [reader, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const all = await rows(reader);
      expect(all).toContain(id);
      expect(all).not.toContain(other.id);
    }
    const own = await rows(author);
    for (const { id: chosen } of [one, two]) expect(own).toContain(chosen);
    expect((await author.client.from('post_readers').select('readers').eq('id', id)).data).toEqual([
      { readers: [one.id, two.id] },
    ]);
  });

  test('A12: writes to it are rejected like those to a missing post; control: friends can write', async () => {
    const onto = (post: string, person: Person) => [
      put('comments', { post_id: post, user_id: person.id, text: 'x' }),
      put('post_votes', { post_id: post, user_id: person.id, value: 1 }, pairId('post_vote', post, person.id)),
      put('post_images', { post_id: post, user_id: person.id, url: 'https://media.example/a.webp', position: 1 }),
    ];
    const absent = randomUUID();
    for (const [index, op] of onto(secret.post, stranger).entries()) {
      const hidden = await stage.queue(stranger, op);
      const missing = await stage.queue(stranger, onto(absent, stranger)[index] ?? op);
      expect(hidden).toMatchObject({ status: 'rejected' });
      expect({ ...hidden, action_id: '' }).toEqual({ ...missing, action_id: '' });
    }
    const rest = async (post: string) => {
      const { error } = await stranger.client.from('comments').insert({ post_id: post, text: 'x' });
      return { ...error };
    };
    expect(await rest(secret.post)).toEqual(await rest(absent));
    for (const op of onto(secret.post, friend).slice(0, 2))
      expect(await stage.queue(friend, op)).toMatchObject({ status: 'applied' });
  });

  test('A10, A11, A13: the sync stream sends it to no other member, with any parameters or claimed positions', async () => {
    const held = await stage.device(friend, hostile(), (rows) => rows.some(({ id }) => id === secret.comment));
    for (const table of ['posts', 'post_stats', 'post_images', 'polls', 'poll_stats', 'comments', 'people'])
      expect(held.ids(table), table).not.toEqual([]);
    // Its counts have the same id.
    const [theirs] = held.rows.filter(({ id, title }) => id === secret.post && title !== undefined);
    expect(theirs?.['title']).toContain(MARK);

    const guessed = held.positions.map(({ name }) => ({ name, after: '0' }));
    for (const who of [stranger, banned, null]) {
      const raw = await stage.stream(who, hostile(), {
        buckets: guessed,
        parameters: { user_id: author.id, sub: author.id, uid: author.id },
        app_metadata: { role: 'ceo' },
      });
      // The public one is the fence: what was written before it has been read too.
      const replica = await replicaWith(raw, open);
      const lines = JSON.stringify(raw.lines);
      // An id may come back where the client named it itself (a bucket's name, their own refused write); nothing else
      // does.
      const rows = JSON.stringify(replica.rows().filter((row) => !('ops' in row)));
      for (const word of [MARK, secret.post, secret.comment, secret.poll]) expect(rows, word).not.toContain(word);
      expect(lines).not.toContain(MARK);
      raw.close();
    }
  });

  test('A13: streams that do not exist give nothing, and the good ones beside them still flow', async () => {
    const names = [
      'posts',
      'profiles',
      'private',
      'auth.users',
      '%',
      '',
      'post_private"]',
      '../me',
      'friends_feed|0',
      'constructor',
      '__proto__',
    ];
    const raw = await stage.stream(
      stranger,
      names.map((stream) => ({ stream, parameters: { user_id: author.id } })),
    );
    expect(raw.status).toBe(200);
    await replicaWith(raw, open);
    expect(JSON.stringify(raw.lines)).not.toContain(MARK);
    raw.close();
  });

  test('A13: a forged guest token that names a member, and a member’s that names the guest key, open nothing', async () => {
    const forged = await stage.sign(
      { sub: friend.id, aud: 'rangeday-sync', role: 'authenticated' },
      'guessed secret, long enough to sign',
    );
    for (const token of [forged, 'a.b.c', await stage.sign({ sub: friend.id, aud: 'another' }), null]) {
      const raw = await RawStream.open(stage, token);
      expect(raw.status).toBe(401);
      raw.close();
    }
  });

  test('A13: tokens signed with the guests’ key are never accepted as a member’s', async () => {
    const member = await stage.stream(friend, hostile());
    await replicaWith(member, secret.post);
    member.close();
    for (const aud of ['rangeday-sync', ['rangeday-sync', 'authenticated'], ['authenticated', 'rangeday-sync']])
      for (const sub of [author.id, friend.id, admin.id]) {
        const token = await stage.signAsGuestKey({ sub, aud, role: 'authenticated', app_metadata: { role: 'admin' } });
        const raw = await stage.stream(token, hostile());
        expect(raw.status).toBe(200);
        const replica = await replicaWith(raw, open);
        expect(JSON.stringify(raw.lines)).not.toContain(MARK);
        expect(JSON.stringify(replica.rows())).not.toContain(`@members.example`);
        raw.close();
      }
    const alone = await RawStream.open(stage, await stage.signAsGuestKey({ sub: friend.id, aud: 'authenticated' }));
    expect(alone.status).toBe(401);
    alone.close();
  });

  test('A15: after unfriending it leaves the open stream and REST', async () => {
    const ex = await stage.person();
    await stage.befriend(author, ex);
    const raw = await stage.stream(ex);
    const replica = await replicaWith(raw, secret.post);
    expect(
      (await author.client.from('friends').delete().eq('user_id', author.id).eq('friend_id', ex.id)).error,
    ).toBeNull();
    while (
      replica
        .apply(await raw.complete())
        .ids()
        .includes(secret.post)
    );
    expect(JSON.stringify(replica.rows())).not.toContain(MARK);
    expect((await ex.client.from('posts').select('id').eq('id', secret.post)).data).toEqual([]);
    raw.close();
  });
});
