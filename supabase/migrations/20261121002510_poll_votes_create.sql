create table public.poll_votes (
  id uuid primary key,
  poll_id uuid not null references public.polls (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  option_index smallint not null,
  -- the poll's, by trigger
  post_id uuid not null references public.posts (id) on delete cascade,
  is_recent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  constraint poll_votes_index_range check (option_index between 0 and 9),
  constraint poll_votes_id_of_pair check (id = private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a03', poll_id, user_id)),
  constraint poll_votes_once unique (poll_id, user_id)
);
comment on constraint poll_votes_index_range on public.poll_votes is 'This poll has no such option.';
create index poll_votes_user_id on public.poll_votes (user_id, created_at desc);
create index poll_votes_recent on public.poll_votes (user_id, created_at desc) where is_recent;
create index poll_votes_post_id on public.poll_votes (post_id);

alter table public.poll_votes enable row level security;
revoke all on public.poll_votes from anon, authenticated;
grant all on public.poll_votes to service_role;
-- No update, no delete: a vote in a poll never changes.
grant select on public.poll_votes to authenticated;
grant insert (id, poll_id, user_id, option_index, post_id, created_at) on public.poll_votes to authenticated;
create policy poll_votes_are_seen_by_voter on public.poll_votes for select to authenticated using (user_id = (select auth.uid()));
create policy poll_votes_are_cast_by_voter on public.poll_votes for insert to authenticated with check (user_id = (select auth.uid()));

-- Before a poll is written: only by those who may speak, and never once somebody voted.
create function private.polls_check_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_api_caller() then
    return new;
  end if;
  perform private.assert_may_write(true);
  if tg_op = 'INSERT' then
    new.created_at := clock_timestamp();
  elsif private.is_poll_voted(new.id) then
    raise exception 'Somebody has voted already, so this poll cannot be changed.' using errcode = '42501';
  end if;
  return new;
end
$$;
create function private.is_poll_voted(poll uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  select exists (select 1 from public.poll_votes where poll_id = poll)
$$;

create function private.polls_take_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and (select auth.uid()) = new.created_by and not private.use_rate(new.created_by::text, 'poll') then
    raise exception 'You have made many polls in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  insert into public.poll_stats as s (id, counts)
  select new.id, jsonb_agg(0) from jsonb_array_elements(new.options)
  on conflict (id) do update set counts = excluded.counts where s.total = 0;
  return null;
end
$$;

-- A post takes the poll that its own author made and no other post has. Anything else is a poll that is not there.
create function private.posts_check_poll() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.polls where id = new.poll_id and created_by = new.user_id and post_id is null for update) then
    raise exception 'This poll is no longer there.' using errcode = '23503';
  end if;
  return new;
end
$$;
create function private.posts_bind_poll() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.polls set post_id = new.id, visibility = new.visibility, audience = new.audience, feed_page = new.feed_page,
    sticky = new.sticky, author_hot = new.author_hot, post_author_id = new.user_id where id = new.poll_id;
  update public.poll_stats set post_id = new.id, audience = new.audience, feed_page = new.feed_page,
    sticky = new.sticky, author_hot = new.author_hot, post_author_id = new.user_id where id = new.poll_id;
  return null;
end
$$;

create function private.poll_votes_check_row() returns trigger
language plpgsql set search_path = '' as $$
declare
  poll record;
begin
  new.id := coalesce(new.id, private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a03', new.poll_id, new.user_id));
  if private.is_api_caller() then
    perform private.assert_may_write(false);
    new.created_at := clock_timestamp();
  end if;
  -- With the caller's rights: a poll that they cannot read is one that is not there.
  select p.post_id, jsonb_array_length(p.options) as size into poll from public.polls p where p.id = new.poll_id and p.post_id is not null;
  if not found then
    raise exception 'This poll is no longer there.' using errcode = '23503';
  elsif new.option_index >= poll.size then
    raise exception 'This poll has no such option.' using errcode = '23514';
  end if;
  new.post_id := poll.post_id;
  return new;
end
$$;

create function private.poll_votes_count() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  vote public.poll_votes := case when tg_op = 'DELETE' then old else new end;
  step integer := case when tg_op = 'DELETE' then -1 else 1 end;
  place text := vote.option_index::text;
begin
  if tg_op = 'INSERT' then
    -- Waits for an edit of the options under way, and holds off the next one until this vote is seen.
    perform 1 from public.polls p where p.id = vote.poll_id and vote.option_index < jsonb_array_length(p.options) for share;
    if not found then
      raise exception 'This poll has no such option.' using errcode = '23514';
    end if;
    if (select auth.uid()) = vote.user_id and not private.use_rate(vote.user_id::text, 'vote') then
      raise exception 'You have voted very often in the last hour. Please try again later.' using errcode = 'PT429';
    end if;
    update public.poll_votes set is_recent = false where id in (
      select id from public.poll_votes where user_id = vote.user_id and is_recent order by created_at desc offset 200);
  end if;
  update public.poll_stats set total = total + step, counts = jsonb_set(counts, array[place], to_jsonb((counts ->> place::integer)::integer + step))
  where id = vote.poll_id;
  return null;
end
$$;
revoke all on function private.is_poll_voted(uuid), private.polls_take_place(), private.posts_check_poll(), private.posts_bind_poll(),
  private.poll_votes_count() from public;
grant execute on function private.is_poll_voted(uuid) to authenticated;

create trigger polls_check_row before insert or update of question, options on public.polls
  for each row execute function private.polls_check_row();
create trigger polls_take_place after insert or update of options on public.polls
  for each row execute function private.polls_take_place();
create trigger posts_check_poll before insert on public.posts
  for each row when (new.poll_id is not null) execute function private.posts_check_poll();
create trigger posts_bind_poll after insert on public.posts
  for each row when (new.poll_id is not null) execute function private.posts_bind_poll();
create trigger poll_votes_check_row before insert on public.poll_votes
  for each row execute function private.poll_votes_check_row();
create trigger poll_votes_count after insert or delete on public.poll_votes
  for each row execute function private.poll_votes_count();

insert into private.crud_tables (table_name, owner_column, operations) values ('poll_votes', 'user_id', '{PUT}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('poll_votes', 'poll_id', 'uuid', 'write', null, true),
  ('poll_votes', 'user_id', 'uuid', 'write', null, false),
  ('poll_votes', 'option_index', 'smallint', 'write', null, false),
  ('poll_votes', 'post_id', 'uuid', 'ignore', null, true),
  ('poll_votes', 'created_at', 'timestamptz', 'ignore', null, false);
alter publication powersync add table public.poll_votes;
