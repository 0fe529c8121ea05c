-- Search on the server, for posts, comments and tags that are not on the caller's device.

-- The words of a text as the index of the device has them (unicode61, remove_diacritics 2): letters, marks and digits without accents, in lower case. Not by
-- to_tsvector, whose parser keeps '5.56', 'wind/rain' and 'AR-15' as one token. In any collation of the database.
create function private.plain_words(in_text text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select w.word from regexp_split_to_table(lower(normalize(regexp_replace(normalize(in_text, NFD), '[\u0300-\u036f]', '', 'g'), NFC) collate "pg_c_utf8"),
    '[[:space:][:punct:][:cntrl:]]+') w (word)
  where w.word <> ''
$$;

-- A word in parts: letters of scripts that write no spaces between words (the app's UNSPACED), and what is between them.
create function private.runs_in(word text) returns table (run text, is_unspaced boolean)
language sql immutable parallel safe set search_path = '' as $$
  select m.match[1], m.match[1] ~ u.unspaced
  from (select '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]' as unspaced) u, regexp_matches(word, '(' || u.unspaced || '+|' || replace(u.unspaced, '[', '[^') || '+)', 'g') m (match)
$$;

-- Each letter of a text with the next one; the last one alone, if it is asked for.
create function private.pairs_in(run text, with_last boolean) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select substr(run, n, 2) from generate_series(1, greatest(1, char_length(run) - case when with_last then 0 else 1 end)) n
$$;

-- What a text is found by: its words, and in scripts without spaces each letter with the next one, so that a word inside of it is found; what follows such a
-- script is a word, too.
create function private.words_of(in_text text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  -- A longer word than 200 characters does not fit into a tsvector.
  select coalesce(array_agg(left(found.word, 200)), '{}') from private.plain_words(in_text) w (word), lateral (
    select w.word
    union all
    select p.word from private.runs_in(w.word) r, lateral (
      select private.pairs_in(r.run, true) where r.is_unspaced union all select r.run where not r.is_unspaced and r.run <> w.word) p (word)
  ) found (word)
$$;

-- Its cost makes the planner ask the index before the text.
create function private.words_vector(in_text text) returns tsvector
language sql immutable parallel safe cost 1000 set search_path = '' as $$
  select array_to_tsvector(private.words_of(in_text))
$$;
-- For writes, which keep the indexes with the rights of the caller, and for search_tags.
grant execute on function private.plain_words(text), private.runs_in(text), private.pairs_in(text, boolean), private.words_of(text),
  private.words_vector(text), private.tag_name(text) to anon, authenticated, service_role;

create index posts_words on public.posts using gin (private.words_vector(coalesce(title, '') || ' ' || coalesce(description, ''))) where status = 'live';
create index comments_words on public.comments using gin (private.words_vector(coalesce(text, '')));

-- Every word, each as the beginning of one, as the index of the device is asked (src/features/search/words.ts). Null without a word.
create function private.words_query(term text) returns tsquery
language sql immutable parallel safe set search_path = '' as $$
  select string_agg(quote_literal(w.word) || ':*', ' & ')::tsquery
  from (select p.word from private.plain_words(left(term, 100)) word, private.runs_in(word) r,
    lateral (select private.pairs_in(r.run, false) where r.is_unspaced union all select r.run where not r.is_unspaced) p (word) limit 8) w
$$;

grant execute on function private.words_query(text) to anon, authenticated;

-- Finds the newest comments; for posts there is posts_public_newest.
create index comments_public_newest on public.comments (created_at desc) where audience = 'public';

-- The newest 20 public posts, or comments of public posts, with these words, without those of `hidden` members. A word that is in so many texts that
-- the newest hundred are enough would find most of the table by the index. Materialized, so that the index is asked and not every text from the newest on.
-- One function for each table, because the indexes are on expressions of each: a query on a view of both read every row.
create function private.public_posts_with(query tsquery, hidden uuid[]) returns setof uuid
language plpgsql stable rows 20 set search_path = '' as $$
declare
  newest uuid[] := array(
    select n.id from (
      select o.id, o.user_id, o.title, o.description, o.created_at from public.posts o
      where o.visibility = 'public' and o.status = 'live' order by o.created_at desc limit 100) n
    where n.user_id <> all (hidden) and private.words_vector(coalesce(n.title, '') || ' ' || coalesce(n.description, '')) @@ query
    order by n.created_at desc limit 20);
begin
  if cardinality(newest) = 20 then
    return query select unnest(newest);
    return;
  end if;
  return query with found as materialized (
    select o.id, o.created_at from public.posts o
    where o.status = 'live' and o.visibility = 'public' and o.user_id <> all (hidden)
      and private.words_vector(coalesce(o.title, '') || ' ' || coalesce(o.description, '')) @@ query)
  select f.id from found f order by f.created_at desc limit 20;
end
$$;

-- The audience of a comment that is not recent may be older than its post's.
create function private.public_comments_with(query tsquery, hidden uuid[]) returns setof uuid
language plpgsql stable rows 20 set search_path = '' as $$
declare
  newest uuid[] := array(
    select n.id from (
      select o.id, o.user_id, o.post_id, o.post_author_id, o.text, o.created_at from public.comments o
      where o.audience = 'public' order by o.created_at desc limit 100) n
    where exists (select 1 from public.posts p where p.id = n.post_id and p.audience = 'public') and n.user_id <> all (hidden) and n.post_author_id <> all (hidden) and private.words_vector(coalesce(n.text, '')) @@ query
    order by n.created_at desc limit 20);
begin
  if cardinality(newest) = 20 then
    return query select unnest(newest);
    return;
  end if;
  return query with found as materialized (
    select o.id, o.created_at from public.comments o
    where o.audience = 'public' and exists (select 1 from public.posts p where p.id = o.post_id and p.audience = 'public')
      and o.user_id <> all (hidden) and o.post_author_id <> all (hidden)
      and private.words_vector(coalesce(o.text, '')) @@ query)
  select f.id from found f order by f.created_at desc limit 20;
end
$$;

-- The newest 20 posts and 20 comments with these words that the caller may read, without those of blocked and muted members. With the owner's rights, because
-- the operator of the index is not leakproof: under row level security every row would be read. The rule is may_read_post, as in the policies. A post that
-- is not public has only its author and friends of the author as readers, so nothing else is asked about.
create function public.search_texts(term text) returns table (
  kind text, id uuid, post_id uuid, user_id uuid, author jsonb, title text, body text, created_at timestamptz
)
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  query tsquery := private.words_query(term);
  hidden uuid[] := array(select b.blocked_id from public.blocks b where b.user_id = me union all select m.muted_id from public.mutes m where m.user_id = me);
  authors uuid[] := array(select me where me is not null union all select private.my_friend_ids());
begin
  if query is null or not private.use_my_rate('search') then
    return;
  end if;
  return query
    (select 'post', p.id, p.id, p.user_id, a.author, p.title, p.description, p.created_at
    from (
      select o.* from public.posts o where o.id = any (array(select private.public_posts_with(query, hidden)))
      union all
      select o.* from public.posts o
      where o.status = 'live' and o.visibility = 'friends' and o.user_id = any (authors) and o.user_id <> all (hidden)
        and private.words_vector(coalesce(o.title, '') || ' ' || coalesce(o.description, '')) @@ query and private.may_read_post(o, me)
      order by created_at desc limit 20
    ) p join public.profiles_public a on a.id = p.user_id
    order by p.created_at desc)
    union all
    (select 'comment', c.id, c.post_id, c.user_id, a.author, coalesce(p.title, p.description), c.text, c.created_at
    from (
      select o.* from public.comments o where o.id = any (array(select private.public_comments_with(query, hidden)))
      union all
      select o.* from public.posts f join public.comments o on o.post_id = f.id
      where f.status = 'live' and f.visibility = 'friends' and f.user_id = any (authors) and f.user_id <> all (hidden) and o.user_id <> all (hidden)
        and private.words_vector(coalesce(o.text, '')) @@ query and private.may_read_post(f, me)
      order by created_at desc limit 20
    ) c join public.posts p on p.id = c.post_id join public.profiles_public a on a.id = c.user_id
    order by c.created_at desc);
end
$$;
grant execute on function public.search_texts(text) to anon, authenticated;

-- At most 20 tags of public posts that begin so, or have a word that begins so, those with the most posts first. A range and not LIKE, which uses the index
-- only with a constant.
create index tag_counts_beginning on public.tag_counts (tag text_pattern_ops);
create index tag_counts_words on public.tag_counts using gin (private.words_vector(tag));
create function public.search_tags(prefix text) returns table (tag text, post_count integer)
language sql stable set search_path = '' as $$
  select t.tag, t.post_count from (
    select c.tag, c.post_count from public.tag_counts c
    where char_length(btrim(prefix)) >= 2 and c.tag ~>=~ private.tag_name(btrim(prefix)) and c.tag ~<~ (private.tag_name(btrim(prefix)) || U&'\+10FFFF')
    union
    select c.tag, c.post_count from public.tag_counts c where char_length(concat(variadic array(select private.plain_words(prefix)))) >= 2 and private.words_vector(c.tag) @@ private.words_query(prefix)
  ) t
  where t.post_count > 0 order by t.post_count desc, t.tag limit 20
$$;
grant execute on function public.search_tags(text) to anon, authenticated;
