-- Hashtags are found by the server in the words of posts and comments: nobody writes them, so nobody tags the posts of others or counts twice.
create table public.hashtags (
  id uuid primary key default gen_random_uuid(),
  tag text not null,
  post_id uuid not null references public.posts (id) on delete cascade,
  -- null when the tag stands in the post itself
  comment_id uuid references public.comments (id) on delete cascade,
  audience text not null,
  feed_page integer,
  sticky boolean not null,
  author_hot boolean not null,
  post_author_id uuid not null,
  constraint hashtags_tag_lower check (tag = lower(tag) and char_length(tag) between 1 and 100),
  constraint hashtags_once unique nulls not distinct (post_id, comment_id, tag)
);
create index hashtags_tag on public.hashtags (tag, post_id);
create index hashtags_comment_id on public.hashtags (comment_id);
insert into private.post_children values ('hashtags');

alter table public.hashtags enable row level security;
revoke all on public.hashtags from anon, authenticated;
grant all on public.hashtags to service_role;
grant select on public.hashtags to anon, authenticated;
create policy hashtags_follow_the_post on public.hashtags for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = hashtags.post_id));
create trigger hashtags_take_scope before insert on public.hashtags
  for each row execute function private.take_post_scope();

-- Addresses are blanked first: their # and @ are no tags and mentions. Then as the app marks them up: not inside words.
create function private.words_of(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(coalesce(value, ''), '(https?://|www\.)[^\s<>"'']+', ' ', 'gi')
$$;
-- Lower case, each once, at most 30 of at most 100 characters.
create function private.hashtags_of(value text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select tag from (
    select lower(m.match[1]) as tag, min(m.place) as place
    from regexp_matches(private.words_of(value), '(?<![[:alnum:]_#/&])#([A-Za-z0-9_-]+)', 'g') with ordinality as m (match, place)
    group by 1
  ) found where char_length(tag) <= 100 order by place limit 30
$$;
create function private.mentions_of(value text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select name from (
    select lower(m.match[1]) as name, min(m.place) as place
    from regexp_matches(private.words_of(value), '(?<![[:alnum:]_@/])@([A-Za-z0-9._-]+)', 'g') with ordinality as m (match, place)
    group by 1
  ) found where char_length(name) <= 60 order by place limit 20
$$;

-- Makes the tags of one post or comment equal to what its words say.
create function private.set_hashtags(post uuid, comment uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.hashtags h
  where h.post_id = post and h.comment_id is not distinct from comment and h.tag not in (select private.hashtags_of(words));
  insert into public.hashtags (tag, post_id, comment_id)
  select tag, post, comment from private.hashtags_of(words) tag on conflict do nothing;
end
$$;
create function private.posts_take_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.set_hashtags(new.id, null, concat_ws(' ', new.title, new.description));
  return null;
end
$$;
create function private.comments_take_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.set_hashtags(new.post_id, new.id, new.text);
  return null;
end
$$;
revoke all on function private.words_of(text), private.hashtags_of(text), private.mentions_of(text), private.set_hashtags(uuid, uuid, text),
  private.posts_take_tags(), private.comments_take_tags() from public;
create trigger posts_take_tags after insert or update of title, description on public.posts
  for each row execute function private.posts_take_tags();
create trigger comments_take_tags after insert or update of text on public.comments
  for each row execute function private.comments_take_tags();
