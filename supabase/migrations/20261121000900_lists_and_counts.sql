-- Posts that a member has saved for later. Only the member knows of them; their devices keep the newest ones for reading offline.

create table public.saved_posts (
  id uuid primary key,
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- the member may read the post while it is live; kept by trigger, so that the stream of saved posts needs no join
  readable boolean not null default true,
  -- among the member's newest 30: each is one bucket on their devices; older ones are opened one by one
  is_recent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  constraint saved_posts_id_of_pair check (id = private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a05', post_id, user_id)),
  constraint saved_posts_once unique (post_id, user_id)
);
create index saved_posts_user_id on public.saved_posts (user_id, created_at desc);
create index saved_posts_recent on public.saved_posts (user_id) where is_recent and readable;

alter table public.saved_posts enable row level security;
grant select, delete on public.saved_posts to authenticated;
-- The time may be named: a trigger replaces it with the server's.
grant insert (id, post_id, user_id, created_at) on public.saved_posts to authenticated;
create policy saved_posts_are_read_by_owner on public.saved_posts for select to authenticated using (user_id = (select auth.uid()));
create policy saved_posts_are_added_by_owner on public.saved_posts for insert to authenticated with check (user_id = (select auth.uid()));
create policy saved_posts_are_removed_by_owner on public.saved_posts for delete to authenticated using (user_id = (select auth.uid()));

create function private.saved_posts_before_write() returns trigger
language plpgsql set search_path = '' as $$
declare
  by_member boolean := private.is_api_caller();
begin
  if by_member then
    perform private.assert_may_write(false);
  end if;
  if tg_op = 'DELETE' then
    if by_member then
      perform private.limit_rate(old.user_id, 'save_change', 'You have changed your saved posts very often in the last hour. Please try again later.');
    end if;
    return old;
  end if;
  new.id := coalesce(new.id, private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a05', new.post_id, new.user_id));
  if by_member then
    perform private.assert_post_exists(new.post_id);
    new.created_at := clock_timestamp();
    perform private.limit_rate(new.user_id, 'save', 'You have saved very many posts in the last hour. Please try again later.');
  end if;
  return new;
end
$$;
create trigger saved_posts_before_write before insert or delete on public.saved_posts
  for each row execute function private.saved_posts_before_write();

-- What a change of the post's status leaves as it is, because any number of members may have saved it. The stream asks for the audience too.
create function private.may_read_when_live(post public.posts, reader uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  post.status := 'live';
  return private.may_read_post(post, reader);
end
$$;

-- Keeps is_recent on the newest 30.
create function private.limit_recent_saved(owner uuid) returns void
language sql security definer set search_path = '' as $$
  with placed as (
    select id, row_number() over (order by created_at desc, id desc) <= 30 as is_recent from public.saved_posts where user_id = owner
  )
  update public.saved_posts s set is_recent = placed.is_recent from placed where s.id = placed.id and s.is_recent <> placed.is_recent
$$;

create function private.saved_posts_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- A device keeps at most as many buckets open.
    if (select count(*) from public.saved_posts where user_id = new.user_id) > 300 then
      raise exception 'You can save up to 300 posts. Remove one that you do not need any more.' using errcode = '23514';
    end if;
    perform 1 from public.posts p where p.id = new.post_id for share;
    perform 1 from public.friends f join public.posts p on p.id = new.post_id
    where (f.user_id, f.friend_id) in ((new.user_id, p.user_id), (p.user_id, new.user_id)) order by f.id for share of f;
    update public.saved_posts s set readable = false from public.posts p
    where s.id = new.id and p.id = s.post_id and not private.may_read_when_live(p, s.user_id);
    perform private.limit_recent_saved(new.user_id);
  else
    perform private.limit_recent_saved(old.user_id);
  end if;
  return null;
end
$$;
create trigger saved_posts_after_write after insert or delete on public.saved_posts
  for each row execute function private.saved_posts_after_write();

-- A step of friends_after_write: a friendship began, ended, or its owner was banned.
create function private.update_saved_posts(pair public.friends) returns void
language sql security definer set search_path = '' as $$
  update public.saved_posts s set readable = not s.readable from public.posts p
  where s.user_id = pair.user_id and p.id = s.post_id and p.user_id = pair.friend_id and s.readable <> private.may_read_when_live(p, s.user_id)
$$;

-- Hashtags, mentions, the trending score, and the lists of posts that devices load as a whole.

-- The server finds hashtags in the text of posts and comments. Nobody writes them, so nobody tags the posts of others or counts twice.
create table public.hashtags (
  id uuid primary key default gen_random_uuid(),
  tag text not null,
  post_id uuid not null references public.posts (id) on delete cascade,
  -- null when the tag is in the post's own text
  comment_id uuid references public.comments (id) on delete cascade,
  -- the post's; after a change it follows in slices
  audience text not null,
  -- the comment's; finds the first comments with a tag
  commented_at timestamptz,
  constraint hashtags_tag_length check (char_length(tag) between 1 and 60),
  constraint hashtags_once unique nulls not distinct (post_id, comment_id, tag)
);
create index hashtags_tag on public.hashtags (tag, post_id);
create index hashtags_comment_id on public.hashtags (comment_id);
create index hashtags_first_comments on public.hashtags (tag, post_id, commented_at, comment_id) where comment_id is not null;
create index hashtags_audience on public.hashtags (post_id, audience);

-- Lists of public posts: '#tag' for each tag, and 'trending'. A row repeats the post and its author, so that a page of a list is one bucket instead of
-- one per post. The numbers are in a table of their own: a vote must not send the post again to everyone who holds the list.
create table public.listed_posts (
  list text not null,
  -- deferred: a board that is refreshed while posts are being deleted may still change their rows
  post_id uuid not null references public.posts (id) on delete cascade deferrable initially deferred,
  -- 50 posts per page, numbered in order of arrival
  page integer not null default 0,
  -- on one of the two newest pages
  is_recent boolean not null default true,
  user_id uuid not null references public.profiles (id) on delete cascade,
  title text,
  description text,
  image_url text,
  images text,
  video_url text,
  gif_url text,
  visibility text not null,
  status text not null,
  sticky boolean not null,
  flagged boolean not null,
  comments_locked boolean not null,
  poll_id uuid,
  shared_with uuid[],
  feed_page integer,
  created_at timestamptz not null,
  author jsonb not null,
  -- in the list of a tag, the first 20 comments of the post with it, and the number of the others: {more, list: [{id, user_id, text, created_at, author}]}.
  -- Not all, because each change sends the row again to everyone who holds the list.
  comments jsonb,
  primary key (list, post_id)
);
create index listed_posts_comments on public.listed_posts using gin (comments jsonb_path_ops);
create index listed_posts_post_id on public.listed_posts (post_id);
create index listed_posts_user_id on public.listed_posts (user_id);
create index listed_posts_recent on public.listed_posts (list, page) where is_recent;
create index listed_posts_page on public.listed_posts (list, page);

create table public.listed_stats (
  list text not null,
  post_id uuid not null references public.posts (id) on delete cascade deferrable initially deferred,
  page integer not null,
  is_recent boolean not null default true,
  user_id uuid not null,
  score integer not null,
  comment_count integer not null,
  trending_score double precision not null,
  primary key (list, post_id),
  foreign key (list, post_id) references public.listed_posts (list, post_id) on delete cascade deferrable initially deferred
);
create index listed_stats_post_id on public.listed_stats (post_id);
create index listed_stats_recent on public.listed_stats (list, page) where is_recent;

alter table public.hashtags enable row level security;
alter table public.listed_posts enable row level security;
alter table public.listed_stats enable row level security;
grant select on public.hashtags to anon, authenticated;
-- Copies for devices, as feed_people.
grant select on public.listed_posts, public.listed_stats to authenticated;
create policy hashtags_are_read_by_guests on public.hashtags for select to anon
  using ((audience = 'public' and post_id <> all ((select private.changing_posts())::uuid[])) or post_id = any ((select private.changing_public_posts())::uuid[]));
create policy hashtags_are_read_with_the_post on public.hashtags for select to authenticated
  using ((audience = 'public' and post_id <> all ((select private.changing_posts())::uuid[])) or private.may_read_post(post_id));
create policy listed_posts_are_read_with_the_post on public.listed_posts for select to authenticated using (private.may_read_post(post_id));
create policy listed_stats_are_read_with_the_post on public.listed_stats for select to authenticated using (private.may_read_post(post_id));

-- Text

-- The name of a tag without its #: in lower case, without characters that nobody sees, composed. i has one form, whether its capital has a dot or not.
-- As in the app (src/contract/hashtag.ts), whatever the collation of the database is. A sigma at the end of a word has a form of its own.
create function private.tag_name(written text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select normalize(regexp_replace(lower(regexp_replace(written collate "pg_c_utf8", '([[:lower:][:upper:]]' || m.marks || '*)Σ(?!' || m.marks || '*[[:lower:][:upper:]])', '\1ς', 'g')),
    '(?<=i[' || d.unseen || ']*)\u0307|[' || d.unseen || ']', '', 'g'), NFC)
  from (select '\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u200c\u200d\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef' as unseen) d,
    lateral (select '[\u0300-\u036f' || d.unseen || ']' as marks) m
$$;

-- The app's PATTERN (src/features/text/tokens.ts), in one pass as there: a # or @ in a web address is no tag or mention, nor is an address in a mention.
-- Postgres has no classes for letters, marks and numbers of any script. They are what is neither punctuation, symbol, space nor control character, format
-- character or of private use. Circled letters are symbols, but not in [:punct:].
create function private.marks_in(value text) returns table (tag text, name text, place bigint)
language sql immutable parallel safe set search_path = '' as $$
  select t.tag, lower(m.match[1]), m.place
  from (select '[^[:space:][:punct:]\ufeff' || circled || ']' as letter, '[^\u0001-\u007f[:space:][:punct:]\ufeff' || circled || ']' as foreign_letter,
      '[^[:space:][:punct:][:cntrl:]\ue000-\uf8ff\U000f0000-\U0010ffff\u20e3\ufe0f' || format || circled || ']' as word
    from (select '\u24b6-\u24e9\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189' as circled,
      '\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb'
      || '\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f' as format) c) c,
    lateral (select '(?:' || letter || '|[!#$%&*+,./:;=?@\\^_~-]|[''’–·・]' || letter || ')' as in_path, '(?:' || word || '|[_\u200c\u200d\u20e3\ufe0f])' as in_tag) p,
    lateral regexp_matches(coalesce(value, ''), ('(?:(?<![A-Za-z0-9])[Hh][Tt]{2}[Pp][Ss]?://|(?<![A-Za-z0-9_@./-])[Ww]{3}\.)'
      || '(?:(?:' || letter || '|[-%:@_])+\.)*(?:[A-Za-z0-9_%:@-]+|' || foreign_letter || '+(?::\d+)?)'
      || '(?:[/?#\\](?:' || in_path || '|\(' || in_path || '*\)|\[' || in_path || '*\]|\{' || in_path || '*\})*)?'
      || '|\.[A-Za-z0-9_/-]*/[#＃]'
      || '|(?<!' || word || ')(?<![@/_])_*@([A-Za-z0-9_.-]+)'
      || '|(?<!' || word || ')(?<![_#＃&])[#＃]((?:' || word || '|_)' || in_tag || '*(?:-+' || in_tag || '+)*)') collate "pg_c_utf8", 'g') with ordinality as m (match, place),
    lateral (select case when char_length(n.tag) <= 60 and (n.tag ~ '[[:alpha:]]' collate "pg_c_utf8" or n.tag ~ '[[:digit:]]' collate "und-x-icu") then n.tag end from (select private.tag_name(m.match[2]) as tag) n) t (tag)
$$;

-- As the app marks tags up: not inside words. Each once, at most 30.
create function private.hashtags_of(value text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select tag from (
    select m.tag, min(m.place) as place from private.marks_in(value) m where m.tag is not null group by 1
  ) found order by place limit 30
$$;

create function private.mentions_of(value text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select name from (
    select m.name, min(m.place) as place from private.marks_in(value) m where m.name is not null group by 1
  ) found where char_length(name) <= 60 order by place limit 20
$$;

-- Makes the tags of one post or comment equal to those in its text.
create function private.set_hashtags(post uuid, comment uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.hashtags h
  where h.post_id = post and h.comment_id is not distinct from comment and h.tag not in (select private.hashtags_of(words));
  insert into public.hashtags (tag, post_id, comment_id, audience, commented_at)
  select tag, p.id, comment, p.audience, (select c.created_at from public.comments c where c.id = comment) from public.posts p, private.hashtags_of(words) tag where p.id = post for share of p on conflict do nothing;
end
$$;

-- Trending. The score grows with votes and commenters and starts higher for newer posts, so it does not have to be recomputed as time passes.
-- See docs/decisions/004-trending-score.md.
create function private.trending_score(score integer, commenters integer, created_at timestamptz) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select round((sign(score + 2 * commenters) * log(greatest(abs(score + 2 * commenters), 1))
    + (extract(epoch from created_at) - 1767225600) / 45000)::numeric, 6)::double precision
$$;

-- Public posts only, with the caller's rights.
create view public.post_trending_view with (security_invoker = true) as
  select id, user_id, visibility, trending_score as score, created_at from public.post_stats where audience = 'public';
grant select on public.post_trending_view to anon, authenticated;

-- Lists

-- A post is in the lists of at most 100 tags, the first that it or its comments had: each row repeats the post, and each vote and edit changes all of them.
-- The caller has the lock of the post's row in post_stats, so that no vote is missed between reading it and the copy.
create function private.add_post_to_list(in_list text, post uuid, on_page integer) returns void
language sql security definer set search_path = '' as $$
  insert into public.listed_posts (list, post_id, page, user_id, title, description, image_url, images, video_url, gif_url, visibility, status, sticky,
    flagged, comments_locked, poll_id, shared_with, feed_page, created_at, author)
  select in_list, p.id, on_page, p.user_id, p.title, p.description, p.image_url, p.images, p.video_url, p.gif_url, p.visibility, p.status, p.sticky,
    p.flagged, p.comments_locked, p.poll_id, p.shared_with, p.feed_page, p.created_at, private.author_card(a)
  from public.posts p join public.profiles a on a.id = p.user_id where p.id = post and p.audience = 'public'
    and (in_list = 'trending' or 100 > (select count(*) from public.listed_posts l where l.post_id = post and l.list <> 'trending'))
  for share of p, a
  on conflict (list, post_id) do nothing;
  insert into public.listed_stats (list, post_id, page, user_id, score, comment_count, trending_score)
  select in_list, l.post_id, l.page, s.user_id, s.score, s.comment_count, s.trending_score
  from public.listed_posts l join public.post_stats s on s.id = l.post_id where l.list = in_list and l.post_id = post
  on conflict (list, post_id) do nothing;
$$;

-- About 300 characters of a text, from a little before the tag. Its place is that in the text without unseen characters, which is near enough.
create function private.around_tag(words text, tag text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when start > 1 then '…' else '' end || substr(words, start, 300) || case when char_length(words) >= start + 300 then '…' else '' end
  from (select greatest(1, strpos(private.tag_name(translate(words, '＃', '#')), '#' || tag) - 80) as start) around
$$;

create function private.update_listed_comments(in_tag text, post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  first uuid[];
  found_comments jsonb;
begin
  -- The next statement then sees the comments of those who had the lock before.
  perform 1 from public.listed_posts where list = '#' || in_tag and post_id = post for no key update;
  if not found then
    return;
  end if;
  -- By the index: the work does not grow with the number of comments, but for counting them there.
  first := array(select h.comment_id from public.hashtags h where h.tag = in_tag and h.post_id = post and h.comment_id is not null
    order by h.commented_at, h.comment_id limit 20);
  if cardinality(first) > 0 then
    perform 1 from public.profiles a where a.id in (select c.user_id from public.comments c where c.id = any (first)) order by a.id for share;
    select jsonb_build_object('more', (select count(*) from public.hashtags h where h.tag = in_tag and h.post_id = post and h.comment_id is not null) - count(*),
      'list', jsonb_agg(jsonb_build_object('id', c.id, 'user_id', c.user_id, 'text', private.around_tag(c.text, in_tag), 'created_at', c.created_at,
        'author', private.author_card(a)) order by c.created_at, c.id)) into found_comments
    from public.comments c join public.profiles a on a.id = c.user_id where c.id = any (first);
  end if;
  update public.listed_posts set comments = found_comments
  where list = '#' || in_tag and post_id = post and comments is distinct from found_comments;
end
$$;

create function private.posts_update_lists(post public.posts, audience_before text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  in_tag text;
begin
  if post.audience <> 'public' then
    delete from public.listed_posts where post_id = post.id;
  else
    update public.listed_posts set title = post.title, description = post.description, image_url = post.image_url, images = post.images,
      video_url = post.video_url, gif_url = post.gif_url, visibility = post.visibility, status = post.status, sticky = post.sticky, flagged = post.flagged,
      comments_locked = post.comments_locked, poll_id = post.poll_id, shared_with = post.shared_with, feed_page = post.feed_page,
      created_at = post.created_at
    where post_id = post.id;
    if audience_before <> 'public' then
      -- Its own tags first, then those of its first thousand comments with tags.
      for in_tag in
        select t.tag from (
          select h.tag, true as is_own from public.hashtags h where h.post_id = post.id and h.comment_id is null
          union all
          (select h.tag, false from public.hashtags h where h.post_id = post.id and h.comment_id is not null limit 1000)) t
        group by t.tag order by bool_or(t.is_own) desc, t.tag limit 100
      loop
        perform private.change_later('list', post.id, in_tag);
      end loop;
    end if;
  end if;
end
$$;

-- A public post is once in the list of each tag that it or its comments have, with the comments that have it.
create function private.update_tag_list(in_tag text, post uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.hashtags h join public.posts p on p.id = h.post_id where h.tag = in_tag and h.post_id = post and p.audience = 'public') then
    delete from public.listed_posts where list = '#' || in_tag and post_id = post;
    return;
  end if;
  perform private.add_post_to_list('#' || in_tag, post, coalesce((select c.newest_page from public.tag_counts c where c.tag = in_tag), 0));
  perform private.update_listed_comments(in_tag, post);
end
$$;

create function private.hashtags_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hashtag public.hashtags := case when tg_op = 'DELETE' then old else new end;
begin
  -- Nothing to do for a post that is in no list, or is being deleted: its rows in the lists are deleted with it.
  if exists (select 1 from public.posts p where p.id = hashtag.post_id and p.audience = 'public') then
    perform private.change_later('list', hashtag.post_id, hashtag.tag);
  end if;
  return null;
end
$$;
create trigger hashtags_after_write after insert or delete on public.hashtags
  for each row execute function private.hashtags_after_write();

create function private.listed_posts_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  list text := (case when tg_op = 'DELETE' then old else new end).list;
begin
  if list like '#%' then
    perform private.add_count_change('tag', substr(list, 2), case when tg_op = 'DELETE' then -1 else 1 end);
  end if;
  return null;
end
$$;
create trigger listed_posts_after_write after insert or delete on public.listed_posts
  for each row execute function private.listed_posts_after_write();

-- Counts that everybody shares: posts per tag, members, and the boards beside the feed. Writers do not update the shared rows, or they would wait for
-- each other: they add a row to count_changes, and one writer at a time applies them every few seconds (private.refresh_boards).
-- See docs/decisions/005-shared-counts.md.

create table private.count_changes (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  difference integer not null
);
create table private.board_clock (
  id boolean primary key default true check (id),
  refreshed_at timestamptz not null
);
insert into private.board_clock (refreshed_at) values ('2000-01-01');

create table public.tag_counts (
  tag text primary key,
  -- public posts with the tag, each once
  post_count integer not null default 0,
  -- of the tag's list in listed_posts: the one that new posts go to. Not reckoned from the count, which deletions lower.
  newest_page integer not null default 0
);
create index tag_counts_top on public.tag_counts (post_count desc, tag);

create table public.app_counts (
  id text primary key,
  value bigint not null default 0
);
insert into public.app_counts (id, value) values ('members', 0);

-- The five members with most public posts and comments, and the five tags with most posts.
create table public.leaderboards (
  id text primary key,
  kind text not null,
  rank smallint not null,
  user_id uuid references public.profiles (id) on delete cascade,
  author jsonb,
  tag text,
  score integer not null,
  constraint leaderboards_kind_known check (kind in ('top_user', 'trending_hashtag'))
);
create index leaderboards_user_id on public.leaderboards (user_id);

alter table private.count_changes enable row level security;
alter table private.board_clock enable row level security;
alter table public.tag_counts enable row level security;
alter table public.app_counts enable row level security;
alter table public.leaderboards enable row level security;
grant select on public.tag_counts, public.app_counts, public.leaderboards to anon, authenticated;
create policy tag_counts_are_read_by_everyone on public.tag_counts for select to anon, authenticated using (true);
create policy app_counts_are_read_by_everyone on public.app_counts for select to anon, authenticated using (true);
create policy leaderboards_are_read_by_everyone on public.leaderboards for select to anon, authenticated using (true);

create view public.hashtags_view with (security_invoker = true) as
  select tag, post_count as count from public.tag_counts where post_count > 0 order by post_count desc, tag;
grant select on public.hashtags_view to anon, authenticated;

create function private.add_count_change(kind text, key text, difference integer) returns void
language sql security definer set search_path = '' as $$
  insert into private.count_changes (kind, key, difference) values (kind, key, difference)
$$;

create function private.apply_count_changes() returns void
language plpgsql security definer set search_path = '' as $$
declare
  tags text[];
begin
  with taken as (
    delete from private.count_changes where id in (select id from private.count_changes order by id limit 5000 for update skip locked)
    returning kind, key, difference
  ), sums as (
    select kind, key, sum(difference)::integer as difference from taken group by kind, key having sum(difference) <> 0
  ), apps as (
    update public.app_counts a set value = greatest(a.value + s.difference, 0) from sums s where s.kind = 'app' and s.key = a.id
  ), summed as (
    insert into public.tag_counts as c (tag, post_count) select key, greatest(difference, 0) from sums where kind = 'tag'
    on conflict (tag) do update set post_count = greatest(c.post_count + (
      select s.difference from sums s where s.kind = 'tag' and s.key = c.tag), 0)
    returning tag
  )
  select array_agg(tag) into tags from summed;
  update public.tag_counts c set newest_page = c.newest_page + 1
  where c.tag = any (tags) and 50 <= (select count(*) from public.listed_posts l where l.list = '#' || c.tag and l.page = c.newest_page);
  -- Lists that filled a page: their older pages are loaded on demand. Without those that somebody changes at this moment.
  with old as (
    select l.ctid as in_posts, s.ctid as in_stats from public.tag_counts c
    join public.listed_posts l on l.list = '#' || c.tag and l.is_recent and l.page < c.newest_page - 1
    join public.listed_stats s on (s.list, s.post_id) = (l.list, l.post_id)
    where c.tag = any (tags) for update of l, s skip locked
  ), posts as (
    update public.listed_posts set is_recent = false where ctid = any (array(select old.in_posts from old))
  )
  update public.listed_stats set is_recent = false where ctid = any (array(select old.in_stats from old));
end
$$;

-- The 50 posts with the highest trending score. Waits for nobody: a post that somebody votes on, edits or renames themselves on at this moment is left to the
-- next run.
create function private.refresh_trending_list() returns void
language plpgsql security definer set search_path = '' as $$
declare
  top uuid[] := array(select id from public.post_stats where audience = 'public' order by trending_score desc, id limit 50);
  post uuid;
begin
  delete from public.listed_posts l where l.list = 'trending' and l.post_id in (
    select r.post_id from public.listed_posts r join public.listed_stats s on (s.list, s.post_id) = (r.list, r.post_id)
    where r.list = 'trending' and r.post_id <> all (top) for update of r, s skip locked);
  foreach post in array top loop
    continue when exists (select 1 from public.listed_posts l where l.list = 'trending' and l.post_id = post);
    -- Until the end of this transaction a vote waits, and then finds the row of the list. The lock comes first and is a statement of its own, so that the
    -- copy is of what the vote before it left.
    perform 1 from public.post_stats s join public.posts p on p.id = s.id join public.profiles a on a.id = p.user_id where s.id = post
    for no key update of s skip locked for share of p, a skip locked;
    if found then
      perform private.add_post_to_list('trending', post, 0);
    end if;
  end loop;
end
$$;

-- Applies the changes, then refreshes the boards. One writer at a time (others go on without waiting), at most every five seconds unless forced.
-- True when it ran. The work is bounded: 5,000 changes, 10 + 5 + 50 rows read by index, and only rows that differ are written. A board shows five members;
-- the other five take the places of those whom the reader has blocked.
create function private.refresh_boards(force boolean default false) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not force and exists (select 1 from private.board_clock where refreshed_at > clock_timestamp() - interval '5 seconds') then
    return false;
  end if;
  if force then
    perform pg_advisory_xact_lock(7463620260001);
  elsif not pg_try_advisory_xact_lock(7463620260001) then
    return false;
  end if;
  update private.board_clock set refreshed_at = clock_timestamp() where id;
  perform private.apply_count_changes();
  perform private.refresh_trending_list();

  with wanted as (
    select 'top_user:' || n as id, 'top_user' as kind, n::smallint as rank, t.id as user_id, t.author, null::text as tag, t.score
    from (select row_number() over (order by s.post_count + s.comment_count desc, s.id) as n, p.id, private.author_card(p) as author,
        s.post_count + s.comment_count as score
      from (select * from public.profile_stats where post_count + comment_count > 0 order by post_count + comment_count desc, id limit 10) s
      join public.profiles p on p.id = s.id and not p.is_closed) t
    union all
    select 'trending_hashtag:' || n, 'trending_hashtag', n, null, null, tag, post_count
    from (select row_number() over (order by post_count desc, tag) as n, tag, post_count
      from (select * from public.tag_counts where post_count > 0 order by post_count desc, tag limit 5) c) t
  ), gone as (
    delete from public.leaderboards where id not in (select id from wanted)
  )
  insert into public.leaderboards as l (id, kind, rank, user_id, author, tag, score)
  select id, kind, rank, user_id, author, tag, score from wanted
  on conflict (id) do update set user_id = excluded.user_id, author = excluded.author, tag = excluded.tag, score = excluded.score
  where (l.user_id, l.author, l.tag, l.score)
    is distinct from (excluded.user_id, excluded.author, excluded.tag, excluded.score);
  return true;
end
$$;

-- For a timer: applies the changes of the last writers before a quiet time.
create function public.refresh_boards() returns boolean
language sql security definer set search_path = '' as $$
  select private.refresh_boards()
$$;

