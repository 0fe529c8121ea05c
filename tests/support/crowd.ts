import { Session } from './as-member.ts';
import { readReplica } from './replica-of.ts';
import { insert, post, type SmallWorld } from './social.ts';

export const CROWD = 600;

const COUNTED =
  "(select count(*) from comments c join posts p on p.id = c.post_id where c.user_id = s.id and p.audience = 'public')";
const ROWS_OF_POST = [
  'comments',
  'comment_stats',
  'hashtags',
  'post_people',
  'post_images',
  'listed_posts',
  'post_stats',
];
const FOR_MEMBERS = ['post_people', 'listed_posts'];
/** What the session finds of the post over REST. Empty: nothing. */
export async function found(session: Session, id: string): Promise<string[]> {
  const names: string[] = [];
  for (const table of ['posts', ...ROWS_OF_POST]) {
    if (session.id === null && FOR_MEMBERS.includes(table)) continue;
    const key = table === 'posts' || table === 'post_stats' ? 'id' : 'post_id';
    if ((await session.rows(`select 1 from ${table} where ${key} = $1 limit 1`, [id])).length > 0) names.push(table);
  }
  if (
    session.id !== null &&
    (
      await session.rows('select 1 from comment_likes where post_id = $1 and user_id is distinct from $2 limit 1', [
        id,
        session.id,
      ])
    ).length > 0
  )
    names.push('comment_likes');
  if ((await session.rows("select 1 from search_texts('heavyweight') where post_id = $1", [id])).length > 0)
    names.push('search');
  return names;
}
/** More members than one statement may touch, and what they did. */
export interface Crowd {
  readonly ids: readonly string[];
  makeHeavy(owner: Session, fields?: Record<string, unknown>): Promise<{ id: string; first: string }>;
  miscounted(): Promise<number>;
  synced(session: Session, id: string, owner: Session): Promise<string[]>;
  traces(id: string): Promise<string[]>;
}

export async function startCrowd(world: SmallWorld): Promise<Crowd> {
  const { admin } = world;
  const db = await world.scratch.connect();
  const crowd = await makeCrowd();

  /** Members, without their triggers, which are slow and tested elsewhere. */
  async function makeCrowd(): Promise<string[]> {
    await admin.query(`
    set session_replication_role = replica;
    create temp table crowd as select gen_random_uuid() as id, n from generate_series(1, ${CROWD}) n;
    insert into auth.users (id, email) select id, id || '@members.example' from crowd;
    insert into profiles (id, username) select id, 'crowd' || n from crowd;
    insert into profiles_public (id, username, author, is_official, joined_at)
      select p.id, p.username, private.author_card(p), false, now() from profiles p where username like 'crowd%';
    insert into profile_stats (id) select id from crowd;
    set session_replication_role = origin;
    analyze`);
    return (await admin.query<{ id: string }>('select id from crowd order by n')).rows.map((row) => row.id);
  }

  /**
   * Everybody of the crowd comments (the first is answered by all others), likes that first comment, votes, saves the
   * post and is told of it.
   */
  async function makeHeavy(
    owner: Session,
    fields: Record<string, unknown> = {},
  ): Promise<{ id: string; first: string }> {
    const id = await post(owner, { title: 'Heavy', ...fields });
    const first = await insert(new Session(db, crowd[0]!), 'comments', {
      post_id: id,
      text: 'First heavyweight #heavy',
    });
    await admin.query(`
    set session_replication_role = replica;
    create temp table heavy as select p.*, '${first}'::uuid as first from posts p where p.id = '${id}';
    insert into comments (post_id, user_id, parent_id, text, is_recent, audience, feed_page, sticky, author_page, post_author_id)
      select h.id, c.id, h.first, 'Answer heavyweight #t' || c.n, c.n > ${CROWD - 99}, h.audience, h.feed_page, h.sticky, h.author_page, h.user_id
      from heavy h, crowd c where c.n > 1 order by c.n;
    insert into comment_stats (id, post_id, is_recent, audience, feed_page, sticky, author_page, post_author_id)
      select c.id, c.post_id, c.is_recent, c.audience, c.feed_page, c.sticky, c.author_page, c.post_author_id from comments c, heavy h
      where c.post_id = h.id and c.id <> h.first;
    insert into post_people (post_id, user_id, author, audience, feed_page, sticky, author_page, post_author_id, is_recent)
      select h.id, p.id, private.author_card(p), h.audience, h.feed_page, h.sticky, h.author_page, h.user_id, c.n > ${CROWD - 99}
      from heavy h, crowd c join profiles p on p.id = c.id on conflict do nothing;
    insert into hashtags (tag, post_id, comment_id, audience) select 'heavy', c.post_id, c.id, c.audience from comments c, heavy h where c.post_id = h.id on conflict do nothing;
    insert into comment_likes (id, comment_id, user_id, post_id)
      select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a02', h.first, c.id), h.first, c.id, h.id from heavy h, crowd c;
    insert into post_votes (id, post_id, user_id, value)
      select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a01', h.id, c.id), h.id, c.id, 1 from heavy h, crowd c;
    insert into saved_posts (id, post_id, user_id)
      select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a05', h.id, c.id), h.id, c.id from heavy h, crowd c;
    insert into notifications (user_id, type, data, cause, post_author_id)
      select c.id, 'mention', jsonb_build_object('from_user_id', h.user_id, 'from_username', 'x', 'post_id', h.id), 'mention:post:' || h.id, h.user_id from heavy h, crowd c;
    update comment_stats set likes = ${CROWD} where id = '${first}';
    drop table heavy;
    set session_replication_role = origin;
    update post_stats set comment_count = ${CROWD}, commenters = ${CROWD}, score = ${CROWD} where id = '${id}';
    select private.limit_recent_comments('${id}')`);
    await admin.query(`update profile_stats s set comment_count = ${COUNTED} where s.id = any ($1)`, [crowd]);
    return { id, first };
  }

  /** Members whose number of comments is not what the comments give. */
  const miscounted = () =>
    world.one<number>(`select count(*)::int from profile_stats s where s.comment_count <> ${COUNTED}`);

  /** Rows of the post on a device that has it open by every way there is. */
  async function synced(session: Session, id: string, owner: Session): Promise<string[]> {
    const opened = [{ post_id: id, author_id: owner.id }];
    const replica = await readReplica(world.scratch.url, {
      userId: session.id ?? 'guest',
      streams: {
        post_public: opened,
        post_private: opened,
        ...(session.id && { post_own: opened, staff_post: opened, saved_post: opened, own_posts_page: [{ page: -1 }] }),
        tag_posts: [{ list: '#heavy' }],
      },
    });
    return [...replica.tables]
      .filter(([name]) => !['saved_posts', 'comment_likes', 'post_votes', 'post_flags'].includes(name))
      .filter(([, rows]) => [...rows].some(([key, row]) => key === id || row['post_id'] === id))
      .map(([name]) => name)
      .toSorted();
  }

  /** Tables in which a row holds this id. */
  async function traces(id: string): Promise<string[]> {
    const { rows: tables } = await admin.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth', 'storage') order by 1`,
    );
    const names: string[] = [];
    for (const { name } of tables)
      if (
        (await admin.query(`select 1 from ${name} t where to_jsonb(t)::text like '%' || $1 || '%' limit 1`, [id])).rows
          .length > 0
      )
        names.push(name);
    return names;
  }

  return { ids: crowd, makeHeavy, miscounted, synced, traces };
}
