-- A search first reads the words of the newest 100 posts and comments. Those of one member, 10,000 letters each in a script without spaces, ended every
-- search at its time limit.

-- substr would count the letters from the start of the text each time.
create or replace function private.pairs_in(run text, with_last boolean) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select p.pair from (
    select l.letter || coalesce(lead(l.letter) over (order by l.place), '') as pair, l.place, count(*) over () as size
    from unnest(string_to_array(run, null)) with ordinality l (letter, place)) p
  where with_last or p.place <= greatest(1, p.size - 1) order by p.place
$$;

-- Of the newest no more than 100,000 bytes are read. If 20 are not found in them, the index finds all.
create or replace function private.public_posts_with(query tsquery, hidden uuid[]) returns setof uuid
language plpgsql stable rows 20 set search_path = '' as $$
declare
  newest uuid[] := array(
    select n.id from (
      select o.id, o.user_id, o.title, o.description, o.created_at,
        sum(coalesce(octet_length(o.title), 0) + coalesce(octet_length(o.description), 0)) over (order by o.created_at desc rows unbounded preceding) as bytes
      from (
        select p.id, p.user_id, p.title, p.description, p.created_at from public.posts p
        where p.visibility = 'public' and p.status = 'live' order by p.created_at desc limit 100) o) n
    where n.bytes <= 100000 and n.user_id <> all (hidden) and private.words_vector(coalesce(n.title, '') || ' ' || coalesce(n.description, '')) @@ query
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

create or replace function private.public_comments_with(query tsquery, hidden uuid[]) returns setof uuid
language plpgsql stable rows 20 set search_path = '' as $$
declare
  newest uuid[] := array(
    select n.id from (
      select o.id, o.user_id, o.post_id, o.post_author_id, o.text, o.created_at,
        sum(coalesce(octet_length(o.text), 0)) over (order by o.created_at desc rows unbounded preceding) as bytes
      from (
        select c.id, c.user_id, c.post_id, c.post_author_id, c.text, c.created_at from public.comments c
        where c.audience = 'public' order by c.created_at desc limit 100) o) n
    where n.bytes <= 100000 and exists (select 1 from public.posts p where p.id = n.post_id and p.audience = 'public')
      and n.user_id <> all (hidden) and n.post_author_id <> all (hidden) and private.words_vector(coalesce(n.text, '')) @@ query
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
