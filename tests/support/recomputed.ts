import type pg from 'pg';
import { finishWork } from './slices.ts';

/*
 * Everything that the database stores twice, compared with what SQL recomputes from the rows it comes from. Each query
 * returns the rows that differ: none in a database at rest, after the count changes were applied and the boards
 * refreshed.
 */

/** Columns that rows of a post repeat. */
const SCOPE = ['audience', 'feed_page', 'sticky', 'author_page'];
const differs = (copy: string, original: string, columns: readonly string[]) =>
  `(${columns.map((column) => `${copy}.${column}`).join()}) is distinct from (${columns.map((column) => `${original}.${column}`).join()})`;

const scope = (table: string, more: readonly string[] = [], rows = 'true'): [string, string] => [
  `scope of ${table}`,
  `select c.* from public.${table} c join public.posts p on p.id = c.post_id
   where (${rows} and ${differs('c', 'p', [...SCOPE, ...more])}) or c.post_author_id <> p.user_id`,
];

const audience = (table: string): [string, string] => [
  `audience of ${table}`,
  `select c.* from public.${table} c join public.posts p on p.id = c.post_id where c.audience not in (p.audience, 'waiting')`,
];

const card = (table: string, member: string): [string, string] => [
  `author cards of ${table}`,
  `select c.* from public.${table} c left join public.profiles a on a.id = c.${member} where c.author is distinct from private.author_card(a)`,
];

/** Rows of one query that the other one lacks, both ways. */
const equal = (stored: string, expected: string) =>
  `(select 'stored' as side, x.* from (${stored} except ${expected}) x) union all (select 'expected', y.* from (${expected} except ${stored}) y)`;

const POST = [
  ...[
    'title',
    'description',
    'image_url',
    'images',
    'video_url',
    'gif_url',
    'visibility',
    'status',
    'sticky',
    'flagged',
    'comments_locked',
  ],
  ...['poll_id', 'shared_with', 'feed_page', 'created_at', 'user_id'],
];

const FRIENDSHIP = (member: string, author: string) =>
  `exists (select 1 from public.friends f where f.user_id = ${member} and f.friend_id = ${author} and f.status = 'accepted' and f.user_active)`;
const MAY_READ = (post: string, member: string) => `(${post}.user_id = ${member} or ((${post}.visibility = 'public'
  or (${FRIENDSHIP(member, `${post}.user_id`)} and (coalesce(cardinality(${post}.shared_with), 0) = 0 or exists (select 1 from public.post_readers q where q.id = ${post}.id and ${member} = any (q.readers)))))))`;

export const RECOMPUTED: readonly (readonly [name: string, sql: string])[] = [
  // Posts
  [
    'audience',
    `select id, audience, visibility, status from public.posts where audience <> case when status <> 'live' then 'hidden' when visibility = 'public' then 'public'
       when cardinality(shared_with) > 0 then 'chosen' else 'friends' end`,
  ],
  [
    'places in the feed',
    `select id, audience, feed_page from public.posts where (audience = 'public' and feed_page is null) or (visibility <> 'public' and feed_page is not null)`,
  ],
  [
    'windows of the feed',
    equal(
      `select page from public.feed_windows`,
      `select generate_series(greatest(newest - 2, 0), newest) from (select max(page) as newest from public.feed_windows) w`,
    ),
  ],
  [
    'newest posts of an author',
    `select * from (select id, author_page, row_number() over (partition by user_id order by created_at desc, id desc) as place from public.posts) p
     where place > 125 and author_page = 0`,
  ],
  [
    'pages of authors',
    `select p.user_id, p.visibility, max(p.author_page), a.page_count from public.posts p
     left join public.author_pages a on a.user_id = p.user_id and a.visibility = p.visibility where p.author_page > 0
     group by p.user_id, p.visibility, a.page_count having max(p.author_page) > coalesce(a.page_count, 0)`,
  ],
  [
    'post_stats',
    `select s.*, v.score as votes, c.n as comments, w.n as people from public.posts p left join public.post_stats s on s.id = p.id
     left join lateral (select coalesce(sum(value), 0) as score from public.post_votes v where v.post_id = p.id) v on true
     left join lateral (select count(*) as n from public.comments c where c.post_id = p.id and c.audience <> 'waiting') c on true
     left join lateral (select count(*) as n from public.post_people w where w.post_id = p.id and w.user_id <> p.user_id) w on true
     where (s.score, s.comment_count, s.commenters) is distinct from (v.score, c.n, w.n)
       or ${differs('s', 'p', [...SCOPE, 'user_id', 'visibility', 'status', 'flagged', 'created_at'])}
       or s.trending_score is distinct from private.trending_score(s.score, s.commenters, p.created_at)`,
  ],
  [
    'pictures of posts',
    `select p.id, p.images from public.posts p where p.images is distinct from (
       select jsonb_agg(jsonb_build_object('url', i.url, 'width', i.width, 'height', i.height, 'alt', i.alt, 'preview', i.preview) order by i.position)::text
       from public.post_images i where i.post_id = p.id and private.has_file(i))
       or (p.images is not null and p.image_url is distinct from p.images::jsonb -> 0 ->> 'url')`,
  ],
  [
    'deleted posts',
    `select p.id, p.status from public.posts p where (p.status = 'removed') <> exists (select 1 from public.post_deletions d where d.id = p.id)
       or (p.status = 'removed') <> exists (select 1 from private.removed_posts r where r.id = p.id)`,
  ],
  [
    'flagged posts of members',
    `select p.id from public.profiles p left join public.member_flags m on m.user_id = p.id
     where p.is_watched <> (coalesce(m.flagged_posts, 0) > 0)
       or coalesce(m.flagged_posts, 0) < (select count(*) from public.posts o where o.user_id = p.id and o.flagged)`,
  ],
  [
    'flags of posts',
    `select p.id, p.flagged from public.posts p where p.flagged <> exists (select 1 from public.post_flags f where f.id = p.id)`,
  ],
  scope('post_people', ['flagged'], 'c.is_recent'),
  scope('post_images', ['flagged']),
  scope('polls', ['visibility', 'flagged']),
  scope('poll_stats', ['flagged']),
  scope('comments', [], 'c.is_recent'),
  scope('comment_stats', [], 'c.is_recent'),
  audience('comments'),
  audience('comment_stats'),
  audience('hashtags'),
  [
    'recent people of a post',
    `select o.* from public.post_people o where o.is_recent <> (o.user_id = o.post_author_id
       or exists (select 1 from public.comments c where c.post_id = o.post_id and c.user_id = o.user_id and c.is_recent))`,
  ],
  // Polls, comments, likes
  [
    'poll_stats',
    `select s.id, s.counts, s.total from public.polls p left join public.poll_stats s on s.id = p.id
     where s.post_id is distinct from p.post_id or s.counts is distinct from (
         select jsonb_agg((select count(*) from public.poll_votes v where v.poll_id = p.id and v.option_index = o.place - 1) order by o.place)
         from jsonb_array_elements(p.options) with ordinality o (option, place))
       or s.total is distinct from (select count(*) from public.poll_votes v where v.poll_id = p.id)`,
  ],
  [
    'posts of poll votes',
    `select v.* from public.poll_votes v join public.polls p on p.id = v.poll_id where v.post_id is distinct from p.post_id`,
  ],
  [
    'waiting comments',
    `select c.* from public.comments c left join public.comment_stats s on s.id = c.id
     where (c.audience = 'waiting') <> (c.image_missing and not private.has_text(c.text)) or (c.audience = 'waiting' and (c.is_recent or s.id is not null))`,
  ],
  [
    'comment_stats',
    `select c.id, s.likes from public.comments c left join public.comment_stats s on s.id = c.id
     where c.audience <> 'waiting' and (s.likes is distinct from (select count(*) from public.comment_likes l where l.comment_id = c.id)
       or (s.post_id, s.is_recent) is distinct from (c.post_id, c.is_recent))`,
  ],
  [
    'posts of likes',
    `select l.* from public.comment_likes l join public.comments c on c.id = l.comment_id where l.post_id <> c.post_id`,
  ],
  [
    'newest comments of a post',
    `select id from (select id, is_recent, row_number() over (partition by post_id order by created_at desc, id desc) as place from public.comments where audience <> 'waiting') c
     where is_recent and place > 100`,
  ],
  [
    'depth of replies',
    `select c.id from public.comments c join public.comments p on p.id = c.parent_id where c.depth <> least(p.depth + 1, 4) or c.post_id <> p.post_id`,
  ],
  // People
  [
    'profiles_public',
    `select p.id, p.username, o.username as shown from public.profiles p left join public.profiles_public o on o.id = p.id
     where ${differs('o', 'p', ['username', 'about', 'banner_url', 'is_official', 'joined_at'])}
       or ${['first_name', 'last_name', 'city', 'state']
         .map(
           (field) =>
             `o.${field} is distinct from case when not coalesce((p.privacy_settings ->> '${field}')::boolean, false) then p.${field} end`,
         )
         .join(' or ')}`,
  ],
  [
    'directory_pages',
    `select d.* from public.directory_pages d where d.size <> (select count(*) from public.profiles_public p where p.directory_page = d.id)`,
  ],
  [
    'pages of members',
    `select p.id, p.username, p.directory_page from public.profiles_public p where p.directory_page is distinct from case when p.username is null then null
       when p.is_official then 0 else (select d.id from public.directory_pages d where d.starts_at <= lower(p.username) collate "C" order by d.starts_at desc limit 1) end`,
  ],
  [
    'profile_stats',
    `select p.id, s.* from public.profiles p left join public.profile_stats s on s.id = p.id
     where coalesce(s.post_count, 0) <> (select count(*) from public.posts o where o.user_id = p.id and o.audience = 'public')
       or coalesce(s.comment_count, 0) <> (select count(*) from public.comments c where c.user_id = p.id and c.audience = 'public')
       or coalesce(s.friend_count, 0) <> (select count(*) from public.friends f where f.user_id = p.id and f.status = 'accepted')`,
  ],
  [
    'ranks',
    `select p.id, p.rank, s.post_count from public.profiles p join public.profile_stats s on s.id = p.id
     where p.rank <> case when s.post_count >= 50 then 4 when s.post_count >= 25 then 3 when s.post_count >= 10 then 2 when s.post_count >= 1 then 1 else 0 end`,
  ],
  card('profiles_public', 'id'),
  card('feed_people', 'user_id'),
  card('post_people', 'user_id'),
  card('known_people', 'person_id'),
  card('listed_posts', 'user_id'),
  card('threads_index', 'user_id'),
  [
    'author cards of leaderboards',
    `select l.* from public.leaderboards l join public.profiles a on a.id = l.user_id where l.author is distinct from private.author_card(a)`,
  ],
  [
    'people of posts',
    equal(
      'select post_id, user_id from public.post_people',
      "(select id, user_id from public.posts union select post_id, user_id from public.comments where audience <> 'waiting')",
    ),
  ],
  [
    'people of feed pages',
    `select o.page, o.user_id from (
       select feed_page as page, user_id from public.posts where audience = 'public' union select feed_page, user_id from public.comments where audience = 'public' and is_recent
       union select -1, user_id from public.posts where audience = 'public' and sticky union select -1, user_id from public.comments where audience = 'public' and sticky and is_recent) o
     where not exists (select 1 from public.feed_people w where w.feed_page = o.page and w.user_id = o.user_id)`,
  ],
  [
    'known_people',
    equal(
      'select owner_id, person_id, why from public.known_people',
      `(select f.user_id, f.friend_id, 'friend' from public.friends f join public.profiles o on o.id = f.user_id where not o.is_official
        union select f.friend_id, f.user_id, 'friend' from public.friends f join public.profiles o on o.id = f.friend_id where not o.is_official and f.status = 'pending'
        union select sender_id, recipient_id, 'message' from public.private_messages union select recipient_id, sender_id, 'message' from public.private_messages
        union select user_id, blocked_id, 'block' from public.blocks union select user_id, muted_id, 'mute' from public.mutes)`,
    ),
  ],
  [
    'friendships',
    `select f.* from public.friends f join public.profiles p on p.id = f.user_id
     where f.user_active = p.is_banned or f.status = 'declined'
       or (f.status = 'accepted' and not exists (select 1 from public.friends o where o.user_id = f.friend_id and o.friend_id = f.user_id and o.status = 'accepted'))
       or (f.status = 'pending' and exists (select 1 from public.friends o where o.user_id = f.friend_id and o.friend_id = f.user_id))
       or exists (select 1 from public.blocks b where (b.user_id, b.blocked_id) in ((f.user_id, f.friend_id), (f.friend_id, f.user_id)))`,
  ],
  [
    'friends in the feed',
    `select p.id from public.profiles p join lateral (
       select count(*) filter (where f.in_feed) as shown, count(*) as n from public.friends f where f.user_id = p.id and f.status = 'accepted') f on true
     where not p.is_official and f.shown <> least(f.n, 200)`,
  ],
  [
    'readers of chosen posts',
    `select r.* from public.post_recipients r join public.posts p on p.id = r.post_id left join public.post_readers q on q.id = p.id
     where r.author_id <> p.user_id or (r.user_id = any (q.readers)) is not true or r.readable <> ${FRIENDSHIP('r.user_id', 'r.author_id')}
       or (r.is_recent and not r.readable)`,
  ],
  [
    'missing readers of chosen posts',
    `select p.id, m.id as member from public.posts p join public.post_readers q on q.id = p.id join public.profiles m on m.id = any (q.readers) and m.id <> p.user_id
     where not exists (select 1 from public.post_recipients r where r.post_id = p.id and r.user_id = m.id)`,
  ],
  [
    'saved posts',
    `select s.* from public.saved_posts s join public.posts p on p.id = s.post_id where s.readable <> ${MAY_READ('p', 's.user_id')}`,
  ],
  // Messages
  [
    'threads_index',
    equal(
      'select owner_id, user_id, unread, message_count, last_sent_at from public.threads_index',
      `select owner_id, user_id, count(*) filter (where unread)::integer, count(*)::integer, max(created_at) from (
         select sender_id as owner_id, recipient_id as user_id, false as unread, created_at from public.private_messages
         union all select recipient_id, sender_id, not read, created_at from public.private_messages) m group by 1, 2`,
    ),
  ],
  // Tags, lists and boards
  [
    'hashtags',
    equal(
      'select post_id, comment_id, tag from public.hashtags',
      `(select p.id, null::uuid, tag from public.posts p cross join lateral private.hashtags_of(concat_ws(' ', p.title, p.description)) tag
        union select c.post_id, c.id, tag from public.comments c cross join lateral private.hashtags_of(c.text) tag)`,
    ),
  ],
  [
    'lists of tags',
    equal(
      `select list, post_id from public.listed_posts where list like '#%'`,
      `select distinct '#' || h.tag, h.post_id from public.hashtags h join public.posts p on p.id = h.post_id where p.audience = 'public'`,
    ),
  ],
  [
    'the trending list',
    equal(
      `select post_id from public.listed_posts where list = 'trending'`,
      `(select id from public.post_stats where audience = 'public' order by trending_score desc, id limit 50)`,
    ),
  ],
  [
    'posts in lists',
    `select l.list, l.post_id from public.listed_posts l join public.posts p on p.id = l.post_id where ${differs('l', 'p', POST)}`,
  ],
  [
    'comments in lists',
    `select l.list, l.post_id, l.comments from public.listed_posts l where l.list like '#%' and l.comments is distinct from (
       select jsonb_build_object('more', greatest(0, count(*) - 20), 'list', jsonb_agg(c.comment order by c.n) filter (where c.n <= 20)) from (
         select row_number() over (order by c.created_at, c.id) as n, jsonb_build_object('id', c.id, 'user_id', c.user_id,
           'text', private.around_tag(c.text, h.tag), 'created_at', c.created_at, 'author', private.author_card(a)) as comment
         from public.hashtags h join public.comments c on c.id = h.comment_id join public.profiles a on a.id = c.user_id
         where '#' || h.tag = l.list and h.post_id = l.post_id) c having count(*) > 0)`,
  ],
  [
    'listed_stats',
    `select l.list, l.post_id, t.score, s.score as is_score, t.comment_count, s.comment_count as is_count
     from public.listed_posts l left join public.listed_stats t on (t.list, t.post_id) = (l.list, l.post_id) join public.post_stats s on s.id = l.post_id
     where ${differs('t', 's', ['score', 'comment_count', 'trending_score', 'user_id'])} or (t.page, t.is_recent) is distinct from (l.page, l.is_recent)`,
  ],
  [
    'tag_counts',
    equal(
      'select tag, post_count from public.tag_counts where post_count > 0',
      `select substr(list, 2), count(*)::integer from public.listed_posts where list like '#%' group by 1`,
    ),
  ],
  [
    'pages of lists that no device asks for',
    `select l.list, l.post_id, l.page, l.is_recent, c.newest_page from public.listed_posts l left join public.tag_counts c on l.list = '#' || c.tag
     where l.list like '#%' and (l.page > coalesce(c.newest_page, 0) or (not l.is_recent and l.page > c.newest_page - 2))`,
  ],
  [
    'members',
    `select value from public.app_counts where id = 'members' and value <> (select count(*) from public.profiles)`,
  ],
  [
    'leaderboards',
    equal(
      'select id, user_id, tag, score from public.leaderboards',
      `(select 'top_user:' || row_number() over (order by post_count + comment_count desc, id), id, null::text, post_count + comment_count
        from (select * from public.profile_stats where post_count + comment_count > 0 order by post_count + comment_count desc, id limit 10) s
        union all select 'trending_hashtag:' || row_number() over (order by post_count desc, tag), null::uuid, tag, post_count
        from (select * from public.tag_counts where post_count > 0 order by post_count desc, tag limit 5) t)`,
    ),
  ],
  // Leftovers of transactions
  ['shared changes that were not applied', 'select * from private.shared_changes'],
  ['count changes that were not applied', 'select * from private.count_changes'],
];

/** Applies what is applied later or in slices, then returns what differs, by the name of the query. */
export async function differences(admin: pg.Client): Promise<Record<string, unknown[]>> {
  await finishWork(admin);
  // What waits for the pause.
  await admin.query("begin; set local app.count_pause = '0 seconds'");
  while ((await admin.query('select public.publish_counts() as due')).rows[0].due > 0);
  await admin.query('commit');
  // Twice: the first run takes 5,000 changes and may add some.
  for (let changes = 1; changes > 0;) {
    await admin.query('select private.refresh_boards(true)');
    changes = (await admin.query('select 1 from private.count_changes limit 1')).rows.length;
  }
  await admin.query('select private.refresh_boards(true)');
  const found: Record<string, unknown[]> = {};
  for (const [name, sql] of RECOMPUTED) {
    const { rows } = await admin.query(`select * from (${sql}) differing limit 200`);
    if (rows.length > 0) found[name] = rows;
  }
  return found;
}
