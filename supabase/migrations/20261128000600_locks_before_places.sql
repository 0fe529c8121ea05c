-- A row whose place (ctid) is read and written in one statement was missed when somebody else changed it at that moment. The lock waits for the other one and then
-- finds the place of the new version, but the update, which has the statement's older snapshot, sees no row there. An author's card then stayed the old one: in an
-- inbox when the member was renamed while a message of theirs was marked read, in the people of a post while the post changed its audience.

create or replace function private.update_author_copies(member uuid, most integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  card jsonb := (select private.author_card(p) from public.profiles p where p.id = member and not p.is_closed);
  rows_left integer := most;
  places tid[];
  copy record;
begin
  if card is null then
    return true;
  end if;
  -- Rows are locked by a statement of its own, here and below: the update then sees the version that the lock waited for. First those of lists, in the order of
  -- all who change lists.
  places := array(select t.ctid from (
    select l.ctid, l.list, l.post_id from public.listed_posts l where (l.user_id = member and l.author <> card)
      or (l.comments @> jsonb_build_object('list', jsonb_build_array(jsonb_build_object('user_id', member)))
        and exists (select 1 from jsonb_array_elements(l.comments -> 'list') c where c ->> 'user_id' = member::text and c -> 'author' <> card))
    order by l.list, l.post_id limit most for no key update) t);
  update public.listed_posts set author = case when user_id = member then card else author end,
    comments = case when comments @> jsonb_build_object('list', jsonb_build_array(jsonb_build_object('user_id', member))) then jsonb_set(comments, '{list}', (
      select jsonb_agg(c || case when c ->> 'user_id' = member::text then jsonb_build_object('author', card) else '{}' end order by n)
      from jsonb_array_elements(comments -> 'list') with ordinality as e (c, n))) else comments end
  where ctid = any (places);
  rows_left := rows_left - cardinality(places);
  for copy in select * from (values ('feed_people', 'user_id'), ('known_people', 'person_id'), ('threads_index', 'user_id'), ('post_people', 'user_id')) as c (in_table, of_member)
  loop
    if rows_left <= 0 then
      return false;
    end if;
    execute format('select array(select t.ctid from public.%I t where t.%I = $1 and t.author <> $2 limit $3 for no key update)', copy.in_table, copy.of_member)
      into places using member, card, rows_left;
    execute format('update public.%I set author = $1 where ctid = any ($2)', copy.in_table) using card, places;
    rows_left := rows_left - cardinality(places);
  end loop;
  return rows_left > 0;
end
$$;

-- Here a vote that ended between the snapshot and the lock left a list's row and its counts with different marks.
create or replace function private.apply_count_changes() returns void
language plpgsql security definer set search_path = '' as $$
declare
  tags text[];
  in_posts tid[];
  in_stats tid[];
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
  select array_agg(old.in_posts), array_agg(old.in_stats) into in_posts, in_stats from (
    select l.ctid as in_posts, s.ctid as in_stats from public.tag_counts c
    join public.listed_posts l on l.list = '#' || c.tag and l.is_recent and l.page < c.newest_page - 1
    join public.listed_stats s on (s.list, s.post_id) = (l.list, l.post_id)
    where c.tag = any (tags) for update of l, s skip locked) old;
  update public.listed_posts set is_recent = false where ctid = any (in_posts);
  update public.listed_stats set is_recent = false where ctid = any (in_stats);
end
$$;
