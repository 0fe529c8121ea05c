import { PEOPLE } from '../people.ts';
import * as words from './words.ts';

/** One step of the big seed: rows `from` (inclusive) to `to` (exclusive) of `rows`, in one statement. */
export interface Stage {
  readonly what: string;
  readonly rows: number;
  /** Runs with triggers off; derived.ts does their work. */
  readonly quiet?: true;
  /** Runs once before it, for a temporary table that it reads. */
  readonly before?: string;
  /** $1 and $2 are from and to; :members and :posts are counts. `{LIST}` is a list from words.ts. */
  readonly sql: string;
}

export interface Scale {
  readonly members: number;
  readonly posts: number;
}

/**
 * In order; each step uses the rows of the ones before. Member and post numbers come from pg_temp.chance(row, salt),
 * which is the same in every run; its square makes low numbers frequent, so that a few members have many friends, posts
 * and comments.
 */
export const stages = ({ members, posts }: Scale): Stage[] => [
  {
    what: 'accounts',
    rows: members,
    sql: `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      select id, 'authenticated', 'authenticated', 'member-' || n || '@members.rangeday.example', '', joined, '{"provider": "email", "providers": ["email"]}', '{}', joined, joined
      from pg_temp.people where fresh between $1 and $2 - 1`,
  },
  {
    what: 'profiles',
    rows: members,
    sql: `with made as (
        insert into public.profiles (id, email, username, first_name, last_name, city, state, about, dob, privacy_settings, joined_at, created_at)
        select id, 'member-' || n || '@members.rangeday.example', username, {FIRST_NAMES}[1 + fresh % :FIRST_NAMES],
          pg_temp.pick({LAST_NAMES}, n, 1), pg_temp.pick({PLACES}, n, 2), 'Ohio', case when pg_temp.chance(n, 3) < 0.4 then pg_temp.pick({ABOUTS}, n, 4) end,
          date '1950-01-01' + (pg_temp.chance(n, 5) * 18000)::integer, case when pg_temp.chance(n, 6) < 0.3 then '{"email": true, "dob": true, "city": true}' else '{"email": true, "dob": true}' end::jsonb, joined, joined
        from pg_temp.people where fresh between $1 and $2 - 1 order by fresh returning id
      ) insert into public.profile_stats (id) select id from made`,
  },
  {
    what: 'the official account’s friends',
    rows: members,
    quiet: true,
    sql: `insert into public.friends (id, user_id, friend_id, status, in_feed, created_at)
      select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a04', e.one, e.other), e.one, e.other, 'accepted', side, p.joined
      from pg_temp.people p cross join (values (true), (false)) as sides (side) join public.profiles o on o.is_official and lower(o.username) = 'rangeday'
        cross join lateral (select case when side then p.id else o.id end as one, case when side then o.id else p.id end as other) e
      where p.fresh between $1 and $2 - 1`,
  },
  {
    what: 'friendships',
    rows: members * 10,
    quiet: true,
    before: `create temp table drawn on commit drop as
      select distinct on (least(a.id, b.id), greatest(a.id, b.id)) a.id as one, b.id as other, greatest(a.joined, b.joined) as since, r.n
      from generate_series(0::bigint, :members * 10 - 1) r (n)
      join pg_temp.people a on a.n = floor(:people * pg_temp.chance(r.n, 10) ^ 2)::bigint
      join pg_temp.people b on b.n = floor(:people * pg_temp.chance(r.n, 11))::bigint and b.n <> a.n
      where not exists (select 1 from public.friends f where f.user_id = a.id and f.friend_id = b.id)
        and not exists (select 1 from public.friends f where f.user_id = b.id and f.friend_id = a.id)
      order by least(a.id, b.id), greatest(a.id, b.id), r.n;
      alter table pg_temp.drawn add primary key (n)`,
    sql: `insert into public.friends (id, user_id, friend_id, status, created_at)
      select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a04', e.one, e.other), e.one, e.other, case when n % 25 = 0 then 'pending' else 'accepted' end, since
      from pg_temp.drawn cross join lateral (values (drawn.one, drawn.other, true), (drawn.other, drawn.one, false)) as e (one, other, first)
      where n between $1 and $2 - 1 and (e.first or n % 25 <> 0)`,
  },
  {
    what: 'polls',
    rows: posts,
    sql: `insert into public.polls (id, question, options, created_by, created_at)
      select poll_id, 'What would you do: ' || lower(pg_temp.pick({TAGS}, n, 20)) || ' or coffee?', '["Yes, gladly", "Not before nine", "Only with a thermos", "Ask my dog"]', author_id, at
      from pg_temp.posts where n between $1 and $2 - 1 and poll_id is not null`,
  },
  {
    what: 'chosen readers',
    rows: posts,
    quiet: true,
    sql: `insert into public.post_readers (id, user_id, readers, author_page)
      select p.id, p.author_id, few.ids, p.author_page
      from pg_temp.posts p
      cross join lateral (select array_agg(friend_id order by id) as ids from (
        select f.id, f.friend_id from public.friends f where f.user_id = p.author_id and f.status = 'accepted' order by f.id limit 3) f) few
      where n between $1 and $2 - 1 and pg_temp.chance(n, 41) > 0.99 and few.ids is not null`,
  },
  {
    what: 'posts',
    rows: posts,
    quiet: true,
    sql: `insert into public.posts (id, user_id, title, description, image_url, visibility, shared_with, poll_id, created_at, feed_page, author_page, audience)
      select p.id, p.author_id, case when pg_temp.chance(n, 30) < 0.6 then pg_temp.pick({TITLES}, n, 31) end,
        concat_ws(' ', pg_temp.pick({SENTENCES}, n, 32), case when pg_temp.chance(n, 33) < 0.6 then pg_temp.pick({SENTENCES}, n, 34) end,
          case when pg_temp.chance(n, 35) < 0.35 then '#' || ({TAGS})[1 + floor(:TAGS * pg_temp.chance(n, 36) ^ 2)::integer] end,
          case when pg_temp.chance(n, 37) < 0.02 then '@' || (select username from pg_temp.people m where m.n = floor(:people * pg_temp.chance(p.n, 38))::bigint) end),
        case when pg_temp.chance(n, 39) < 0.2 then pg_temp.pick({PICTURES}, n, 40) end,
        case when is_public then 'public' else 'friends' end, case when r.id is not null then array[p.author_id] end, poll_id, at, feed_page, p.author_page,
        private.audience_of(case when is_public then 'public' else 'friends' end, 'live', r.readers)
      from pg_temp.posts p left join public.post_readers r using (id) where n between $1 and $2 - 1 order by n`,
  },
  {
    what: 'pictures',
    rows: posts,
    quiet: true,
    sql: `insert into public.post_images (post_id, user_id, url, position, created_at, audience, feed_page, sticky, author_page, post_author_id)
      select p.id, p.user_id, pg_temp.pick({PICTURES}, n, 50 + place), place, at, p.audience, p.feed_page, p.sticky, p.author_page, p.user_id
      from pg_temp.posts t join public.posts p using (id) cross join generate_series(0, 1) place where n between $1 and $2 - 1 and pg_temp.chance(n, 50) < 0.03`,
  },
  {
    what: 'comments',
    rows: posts * 2,
    quiet: true,
    // In pairs on one post; the second is sometimes a reply to the first.
    sql: `insert into public.comments (id, post_id, user_id, parent_id, depth, text, created_at, audience, feed_page, sticky, author_page, post_author_id)
      select pg_temp.comment_id(r.n), p.id, m.id, case when answers then pg_temp.comment_id(r.n - 1) end, answers::integer,
        concat_ws(' ', pg_temp.pick({REPLIES}, r.n, 61), case when pg_temp.chance(r.n, 62) < 0.3 then pg_temp.pick({SENTENCES}, r.n, 63) end,
          case when pg_temp.chance(r.n, 64) < 0.03 then '#' || pg_temp.pick({TAGS}, r.n, 65) end),
        t.at + (pg_temp.now() - t.at) * (0.2 * pg_temp.chance(r.n / 2, 66) + 0.01 * (r.n % 2)),
        p.audience, p.feed_page, p.sticky, p.author_page, p.user_id
      from generate_series($1::bigint, $2 - 1) r (n)
      cross join lateral (select r.n % 2 = 1 and pg_temp.chance(r.n, 60) < 0.3 as answers) reply
      join pg_temp.posts t on t.n = :posts - 1 - floor(:posts * pg_temp.chance(r.n / 2, 67) ^ 1.5)::bigint
      join public.posts p on p.id = t.id
      -- The first of a pair always exists: its author is chosen from members who surely exist.
      join pg_temp.people m on m.n = floor(:members * pg_temp.chance(r.n, 68) ^ 2)::bigint
      where t.is_public`,
  },
  {
    what: 'votes',
    rows: posts * 4,
    quiet: true,
    sql: `insert into public.post_votes (id, post_id, user_id, value, created_at)
      select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a01', p.id, m.id), p.id, m.id, case when pg_temp.chance(r.n, 70) < 0.85 then 1 else -1 end,
        p.at + (pg_temp.now() - p.at) * 0.2 * pg_temp.chance(r.n, 71)
      from generate_series($1::bigint, $2 - 1) r (n)
      join pg_temp.posts p on p.n = :posts - 1 - floor(:posts * pg_temp.chance(r.n, 72) ^ 1.5)::bigint
      join pg_temp.people m on m.n = floor(:people * pg_temp.chance(r.n, 73) ^ 1.5)::bigint
      where p.is_public on conflict do nothing`,
  },
  {
    what: 'likes',
    rows: posts * 2,
    quiet: true,
    sql: `insert into public.comment_likes (id, comment_id, user_id, post_id, created_at)
      select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a02', c.id, m.id), c.id, m.id, c.post_id, c.created_at + (pg_temp.now() - c.created_at) * 0.2 * pg_temp.chance(r.n, 80)
      from generate_series($1::bigint, $2 - 1) r (n)
      join public.comments c on c.id = pg_temp.comment_id(floor(:posts * 2 * pg_temp.chance(r.n, 81))::bigint)
      join pg_temp.people m on m.n = floor(:people * pg_temp.chance(r.n, 82) ^ 1.5)::bigint
      on conflict do nothing`,
  },
  {
    what: 'votes in polls',
    rows: posts,
    quiet: true,
    sql: `insert into public.poll_votes (id, poll_id, user_id, option_index, post_id, created_at)
      select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a03', p.poll_id, m.id), p.poll_id, m.id, floor(4 * pg_temp.chance(p.n * 20 + k, 90)), p.id, p.at + interval '1 minute' * k
      from pg_temp.posts p cross join generate_series(1, 20) k
      join pg_temp.people m on m.n = floor(:people * pg_temp.chance(p.n * 20 + k, 91))::bigint
      where p.n between $1 and $2 - 1 and p.poll_id is not null and p.is_public and k <= 20 * pg_temp.chance(p.n, 92)
      on conflict do nothing`,
  },
  {
    what: 'messages',
    rows: Math.floor(posts / 2),
    quiet: true,
    before: `create temp table pairs on commit drop as
      select row_number() over (order by pg_temp.chance(hashtextextended(f.id::text, 0), 210)) - 1 as n, f.user_id as one, f.friend_id as other
      from public.friends f join pg_temp.people a on a.id = f.user_id join pg_temp.people b on b.id = f.friend_id
      where f.status = 'accepted' and f.user_id < f.friend_id;
      alter table pg_temp.pairs add primary key (n)`,
    sql: `insert into public.private_messages (sender_id, recipient_id, content, read, created_at)
      select case when pg_temp.chance(r.n, 100) < 0.5 then p.one else p.other end, case when pg_temp.chance(r.n, 100) < 0.5 then p.other else p.one end,
        concat_ws(' ', pg_temp.pick({REPLIES}, r.n, 101), case when pg_temp.chance(r.n, 102) < 0.5 then pg_temp.pick({SENTENCES}, r.n, 103) end),
        r.n < :posts / 2 * 0.95, pg_temp.now() - interval '1 minute' * (:posts / 2 - r.n)
      from generate_series($1::bigint, $2 - 1) r (n)
      join pg_temp.pairs p on p.n = floor((select count(*) from pg_temp.pairs) * pg_temp.chance(r.n, 104) ^ 3)::bigint`,
  },
];

/** `{LIST}` as an array, `:LIST` as its length, `:members` and `:posts` as numbers. */
export function withWords(sql: string, scale: Scale, literal: (text: string) => string): string {
  const lists: Record<string, readonly string[]> = { ...words };
  return sql
    .replaceAll(/\{([A-Z_]+)\}/g, (_, name: string) => `(array[${(lists[name] ?? []).map(literal).join()}])`)
    .replaceAll(/:([A-Z_]+)\b/g, (_, name: string) => String(lists[name]?.length))
    .replaceAll(':people', String(scale.members + PEOPLE.length))
    .replaceAll(':members', String(scale.members))
    .replaceAll(':posts', String(scale.posts));
}
