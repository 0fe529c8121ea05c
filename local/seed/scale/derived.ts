/** Tables with copies of the author's card, and the column that names the author. */
const AUTHOR_COPIES = {
  profiles_public: 'id',
  feed_people: 'user_id',
  post_people: 'user_id',
  known_people: 'person_id',
  listed_posts: 'user_id',
  threads_index: 'user_id',
};
const UPDATE_AUTHOR_COPIES = Object.entries(AUTHOR_COPIES)
  .map(
    ([table, member]) => `update public.${table} c set author = private.author_card(p)
      from public.profiles p where p.id = c.${member} and c.author <> private.author_card(p);`,
  )
  .join('\n');

/**
 * The rows that triggers write for posts, comments, votes, friendships and messages, computed as sets instead of row by
 * row. tests/contract/seed-scale.pg.test.ts runs a small seed through the triggers and expects the same rows.
 */
export const DERIVED: readonly { readonly what: string; readonly sql: string }[] = [
  {
    what: 'feeds',
    // The newest 200 friends of each member.
    sql: `with bound as (
        select id, row_number() over (partition by user_id order by created_at desc, id) > 200 as over from public.friends where status = 'accepted' and in_feed)
      update public.friends f set in_feed = false from bound where bound.id = f.id and bound.over`,
  },
  {
    what: 'pictures of posts',
    sql: `update public.posts p set images = i.images, image_url = i.images::jsonb -> 0 ->> 'url'
      from (select distinct post_id, private.images_of(post_id) as images from public.post_images) i where i.post_id = p.id`,
  },
  {
    what: 'polls',
    sql: `update public.polls l set post_id = p.id, visibility = p.visibility, audience = p.audience, feed_page = p.feed_page, sticky = p.sticky,
        author_page = p.author_page, post_author_id = p.user_id from public.posts p where p.poll_id = l.id and l.post_id is null;
      with counted as (
        select v.poll_id, count(*) as total, jsonb_agg(n order by place) as counts from (select distinct poll_id from public.poll_votes) v
        cross join generate_series(0, 3) place
        cross join lateral (select count(*) as n from public.poll_votes o where o.poll_id = v.poll_id and o.option_index = place) votes group by v.poll_id)
      update public.poll_stats s set post_id = l.post_id, audience = l.audience, feed_page = l.feed_page, sticky = l.sticky, author_page = l.author_page,
        post_author_id = l.post_author_id, counts = coalesce(c.counts, s.counts),
        total = coalesce((select sum(n::integer) from jsonb_array_elements_text(c.counts) n), 0)
      from public.polls l left join counted c on c.poll_id = l.id where l.id = s.id and l.post_id in (select id from pg_temp.posts)`,
  },
  {
    what: 'counts of members',
    sql: `with posted as (select user_id, count(*) as n from public.posts where audience = 'public' group by 1),
        said as (select user_id, count(*) as n from public.comments where audience = 'public' group by 1),
        known as (select user_id, count(*) as n from public.friends where status = 'accepted' group by 1)
      update public.profile_stats s set post_count = coalesce(posted.n, 0), comment_count = coalesce(said.n, 0),
        friend_count = coalesce(known.n, 0)
      from public.profiles p left join posted on posted.user_id = p.id left join said on said.user_id = p.id left join known on known.user_id = p.id
      where p.id = s.id;
      with ranks as (select id, case when post_count >= 50 then 4 when post_count >= 25 then 3 when post_count >= 10 then 2 when post_count >= 1 then 1 else 0 end as rank
          from public.profile_stats)
      update public.profiles p set rank = r.rank from ranks r where r.id = p.id and p.rank <> r.rank;
      ${UPDATE_AUTHOR_COPIES}`,
  },
  {
    what: 'people on posts',
    sql: `insert into public.post_people (post_id, user_id, author, audience, feed_page, sticky, author_page, post_author_id)
      select o.post_id, a.id, private.author_card(a), p.audience, p.feed_page, p.sticky, p.author_page, p.user_id
      from (select id as post_id, author_id as user_id from pg_temp.posts union select post_id, user_id from public.comments) o
      join public.posts p on p.id = o.post_id join public.profiles a on a.id = o.user_id on conflict do nothing`,
  },
  {
    what: 'people of the feed',
    sql: `insert into public.feed_people (feed_page, user_id, author)
      select distinct feed_page, user_id, author from public.post_people where audience = 'public' on conflict do nothing;
      insert into public.feed_windows as w (id, kind, page)
      select 'public-hot-' || page % 3, 'public_hot', page from (select distinct feed_page as page from public.posts where feed_page is not null order by 1 desc limit 3) newest
      on conflict (id) do update set page = excluded.page where w.page < excluded.page`,
  },
  {
    what: 'pages of authors',
    sql: `insert into public.author_pages as a (id, user_id, visibility, page_count)
      select user_id || ':' || visibility, user_id, visibility, max(author_page) from public.posts where author_page > 0 group by user_id, visibility
      on conflict (id) do update set page_count = excluded.page_count where a.page_count < excluded.page_count`,
  },
  {
    what: 'newest comments',
    sql: `with placed as (select id, row_number() over (partition by post_id order by created_at desc, id desc) as place from public.comments)
      update public.comments c set is_recent = false from placed where placed.id = c.id and place > 100;
      update public.post_people p set is_recent = false where p.user_id <> p.post_author_id
        and not exists (select 1 from public.comments c where c.post_id = p.post_id and c.user_id = p.user_id and c.is_recent)`,
  },
  {
    what: 'numbers of comments',
    sql: `insert into public.comment_stats (id, post_id, likes, is_recent, audience, feed_page, sticky, author_page, post_author_id)
      select c.id, c.post_id, coalesce(l.n, 0), c.is_recent, c.audience, c.feed_page, c.sticky, c.author_page, c.post_author_id
      from public.comments c left join (select comment_id, count(*) as n from public.comment_likes group by 1) l on l.comment_id = c.id on conflict do nothing`,
  },
  {
    what: 'numbers of posts',
    sql: `insert into public.post_stats (id, user_id, visibility, status, sticky, feed_page, author_page, audience, created_at, score, comment_count, commenters, trending_score)
      select p.id, p.user_id, p.visibility, p.status, p.sticky, p.feed_page, p.author_page, p.audience, p.created_at, coalesce(v.n, 0), coalesce(c.n, 0), coalesce(w.n, 0),
        private.trending_score(coalesce(v.n, 0)::integer, coalesce(w.n, 0)::integer, p.created_at)
      from pg_temp.posts t join public.posts p on p.id = t.id
      left join (select post_id, sum(value) as n from public.post_votes group by 1) v on v.post_id = p.id
      left join (select post_id, count(*) as n from public.comments group by 1) c on c.post_id = p.id
      left join (select post_id, count(*) as n from public.post_people where user_id <> post_author_id group by 1) w on w.post_id = p.id`,
  },
  {
    what: 'newest votes and likes',
    sql: ['post_votes', 'comment_likes', 'poll_votes']
      .map(
        (
          table,
        ) => `with placed as (select id, row_number() over (partition by user_id order by created_at desc) as place from public.${table})
          update public.${table} v set is_recent = false from placed where placed.id = v.id and place > ${table === 'poll_votes' ? 200 : 500}`,
      )
      .join(';'),
  },
  {
    what: 'hashtags',
    sql: `insert into public.hashtags (tag, post_id, comment_id, audience, commented_at)
      select tag, p.id, null::uuid, p.audience, null::timestamptz
      from pg_temp.posts t join public.posts p on p.id = t.id cross join lateral private.hashtags_of(concat_ws(' ', p.title, p.description)) tag
      union all
      select tag, c.post_id, c.id, c.audience, c.created_at from public.comments c cross join lateral private.hashtags_of(c.text) tag
      on conflict do nothing`,
  },
  {
    what: 'lists of tags',
    sql: `insert into public.listed_posts (list, post_id, page, user_id, title, description, image_url, images, video_url, gif_url, visibility, status, sticky, flagged,
        comments_locked, poll_id, feed_page, created_at, author)
      select '#' || h.tag, p.id, (row_number() over (partition by h.tag order by p.created_at, p.id) - 1) / 50, p.user_id, p.title, p.description, p.image_url, p.images, p.video_url,
        p.gif_url, p.visibility, p.status, p.sticky, p.flagged, p.comments_locked, p.poll_id, p.feed_page, p.created_at, private.author_card(a)
      from (select distinct tag, post_id from public.hashtags) h join public.posts p on p.id = h.post_id and p.audience = 'public' join public.profiles a on a.id = p.user_id
      on conflict do nothing;
      insert into public.tag_counts as c (tag, post_count, newest_page)
      select substr(list, 2), count(*), max(page) from public.listed_posts where list like '#%' group by 1
      on conflict (tag) do update set post_count = excluded.post_count, newest_page = excluded.newest_page;
      delete from private.count_changes where kind = 'tag';
      update public.listed_posts l set is_recent = false from public.tag_counts c where l.list = '#' || c.tag and l.page < c.newest_page - 1;
      insert into public.listed_stats (list, post_id, page, is_recent, user_id, score, comment_count, trending_score)
      select l.list, l.post_id, l.page, l.is_recent, s.user_id, s.score, s.comment_count, s.trending_score
      from public.listed_posts l join public.post_stats s on s.id = l.post_id on conflict do nothing;
      select private.update_listed_comments(tag, post_id) from (select distinct tag, post_id from public.hashtags where comment_id is not null) h`,
  },
  {
    what: 'posts of chosen readers',
    sql: `insert into public.post_recipients (post_id, user_id, author_id, readable, is_recent, created_at)
      select p.id, reader, p.user_id, friend.is_now, friend.is_now and row_number() over (partition by reader, friend.is_now order by p.created_at desc) <= 30, p.created_at
      from public.post_readers r join public.posts p on p.id = r.id cross join lateral unnest(r.readers) reader cross join lateral (
        select exists (select 1 from public.friends f where f.user_id = reader and f.friend_id = p.user_id and f.status = 'accepted' and f.user_active) as is_now) friend
      where reader <> p.user_id`,
  },
  {
    what: 'inboxes',
    sql: `with numbered as (
        select id, (row_number() over (partition by least(sender_id, recipient_id), greatest(sender_id, recipient_id) order by created_at, id) - 1) / 100 as page
        from public.private_messages)
      update public.private_messages m set thread_page = page from numbered where numbered.id = m.id and page > 0;
      with ends as (
        select id, sender_id as owner, created_at, true as sent from public.private_messages
        union all select id, recipient_id, created_at, false from public.private_messages),
      old as (select id, bool_or(sent) as sender, bool_or(not sent) as recipient from (
        select *, row_number() over (partition by owner order by created_at desc, id desc) as place from ends) placed where place > 500 group by 1)
      update public.private_messages m set recent_for_sender = not old.sender, recent_for_recipient = not old.recipient from old where old.id = m.id;
      insert into public.threads_index (owner_id, user_id, author, unread, last_sent_at, message_count)
      select owner, other, private.author_card(p), count(*) filter (where m.unread), max(m.created_at), count(*)
      from (select sender_id as owner, recipient_id as other, false as unread, created_at from public.private_messages
        union all select recipient_id, sender_id, not read, created_at from public.private_messages) m
      join public.profiles p on p.id = other group by owner, other, p.id on conflict do nothing`,
  },
  {
    what: 'who knows whom',
    sql: `insert into public.known_people (owner_id, person_id, why, author)
      select k.owner, p.id, k.why, private.author_card(p)
      from (select user_id as owner, friend_id as person, 'friend' as why from public.friends
        union select friend_id, user_id, 'friend' from public.friends where status = 'pending'
        union select owner_id, user_id, 'message' from public.threads_index) k
      join public.profiles p on p.id = k.person join public.profiles o on o.id = k.owner and not (o.is_official and k.why = 'friend') on conflict do nothing`,
  },
  {
    what: 'notifications',
    sql: `with told as (
        select p.user_id as recipient, 'comment' as kind, c.user_id as sender, jsonb_build_object('post_id', p.id, 'text', left(coalesce(c.text, ''), 2000)) as data,
          'comment:' || c.id as cause, p.user_id as post_author, c.created_at as at
        from public.comments c join public.posts p on p.id = c.post_id
        union all
        select parent.user_id, 'comment', c.user_id, jsonb_build_object('post_id', p.id, 'text', left(coalesce(c.text, ''), 2000)), 'comment:' || c.id, p.user_id, c.created_at
        from public.comments c join public.posts p on p.id = c.post_id join public.comments parent on parent.id = c.parent_id where parent.user_id <> p.user_id
        union all
        select distinct m.id, 'mention', p.user_id, jsonb_build_object('post_id', p.id), 'mention:post:' || p.id, p.user_id, p.created_at
        from pg_temp.posts t join public.posts p on p.id = t.id cross join lateral private.mentions_of(concat_ws(' ', p.title, p.description)) name
        join public.profiles m on m.id = private.member_named(name) where private.may_read_post(p, m.id)
        union all
        select f.friend_id, 'friend_request', f.user_id, '{}', private.friend_request_cause(f), null, f.created_at from public.friends f where f.status = 'pending'
      ), made as (
        insert into public.notifications (user_id, type, data, cause, post_author_id, comment_id, is_read, created_at)
        select t.recipient, t.kind, t.data || jsonb_build_object('from_user_id', s.id, 'from_username', s.username)
            || case when t.kind = 'friend_request' then jsonb_build_object('from_profile_image_url', s.profile_image_url) else '{}' end,
          t.cause, t.post_author, substring(t.cause from '^comment:(.{36})$')::uuid, t.at < now() - interval '3 days', t.at
        from told t join public.profiles s on s.id = t.sender where t.recipient <> t.sender
          and not exists (select 1 from private.notification_causes c where c.user_id = t.recipient and c.cause = t.cause)
        returning user_id, cause)
      insert into private.notification_causes (user_id, cause) select user_id, cause from made on conflict do nothing;
      with placed as (select id, row_number() over (partition by user_id order by created_at desc, id desc) as place from public.notifications),
        gone as (delete from public.notifications n using placed where placed.id = n.id and place > 1000)
      update public.notifications n set is_recent = false from placed where placed.id = n.id and place between 201 and 1000`,
  },
];
