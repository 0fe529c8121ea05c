-- Search on the server, for posts and comments that are not on the caller's device.

create index posts_words on public.posts
  using gin (to_tsvector('simple'::regconfig, coalesce(title, '') || ' ' || coalesce(description, ''))) where status = 'live';
create index comments_words on public.comments using gin (to_tsvector('simple'::regconfig, coalesce(text, '')));

-- Every word, each as the beginning of one, as the index of the device is asked (src/features/search/words.ts). Null without a word.
create function private.words_query(term text) returns tsquery
language sql immutable parallel safe set search_path = '' as $$
  select string_agg(quote_literal(w.word) || ':*', ' & ')::tsquery
  from (
    select lower(found[1]) as word from regexp_matches(left(term, 100), '[[:alnum:]]+', 'g') found limit 8
  ) w
$$;

-- The newest 20 posts and 20 comments with these words that the caller may read, without those of blocked and muted members. With the owner's rights, because
-- the operator of the index is not leakproof: under row level security every row would be read. The rule is may_read_post, as in the policies.
create function public.search_texts(term text) returns table (
  kind text, id uuid, post_id uuid, user_id uuid, author jsonb, title text, body text, created_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  query tsquery := private.words_query(term);
  hidden uuid[] := array(select b.blocked_id from public.blocks b where b.user_id = me union all select m.muted_id from public.mutes m where m.user_id = me);
begin
  if query is null then
    return;
  end if;
  return query
    (select 'post', p.id, p.id, p.user_id, a.author, p.title, p.description, p.created_at
    from public.posts p join public.profiles_public a on a.id = p.user_id
    where p.status = 'live' and to_tsvector('simple'::regconfig, coalesce(p.title, '') || ' ' || coalesce(p.description, '')) @@ query
      and p.user_id <> all (hidden) and private.may_read_post(p, me)
    order by p.created_at desc limit 20)
    union all
    (select 'comment', c.id, c.post_id, c.user_id, a.author, coalesce(p.title, p.description), c.text, c.created_at
    from public.comments c join public.posts p on p.id = c.post_id join public.profiles_public a on a.id = c.user_id
    where p.status = 'live' and to_tsvector('simple'::regconfig, coalesce(c.text, '')) @@ query
      and c.user_id <> all (hidden) and p.user_id <> all (hidden) and private.may_read_post(p, me)
    order by c.created_at desc limit 20);
end
$$;
grant execute on function public.search_texts(text) to anon, authenticated;
