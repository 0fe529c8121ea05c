create table public.post_votes (
  id uuid primary key,
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  value smallint not null,
  -- among the member's newest 500: the share that each of their devices keeps
  is_recent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  constraint post_votes_value_known check (value in (-1, 1)),
  constraint post_votes_id_of_pair check (id = private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a01', post_id, user_id)),
  constraint post_votes_once unique (post_id, user_id)
);
comment on constraint post_votes_value_known on public.post_votes is 'A vote is up or down.';
create index post_votes_user_id on public.post_votes (user_id, created_at desc);
create index post_votes_recent on public.post_votes (user_id, created_at desc) where is_recent;

alter table public.post_votes enable row level security;
revoke all on public.post_votes from anon, authenticated;
grant all on public.post_votes to service_role;
grant select, delete on public.post_votes to authenticated;
-- An upsert names every column on update too; the trigger refuses all changes but the value's.
grant insert (id, post_id, user_id, value, created_at), update (id, post_id, user_id, value) on public.post_votes to authenticated;

-- How one voted is one's own business; the sum stands in post_stats.
create policy post_votes_are_seen_by_voter on public.post_votes for select to authenticated using (user_id = (select auth.uid()));
create policy post_votes_are_cast_by_voter on public.post_votes for insert to authenticated with check (user_id = (select auth.uid()));
create policy post_votes_are_changed_by_voter on public.post_votes for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy post_votes_are_withdrawn_by_voter on public.post_votes for delete to authenticated using (user_id = (select auth.uid()));

create function private.post_votes_check_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.id := coalesce(new.id, private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a01', new.post_id, new.user_id));
  end if;
  if not private.is_api_caller() then
    return coalesce(new, old);
  end if;
  perform private.assert_may_write(false);
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' and (new.id, new.post_id, new.user_id) is distinct from (old.id, old.post_id, old.user_id) then
    raise exception 'A vote stays with its post.' using errcode = '42501';
  end if;
  perform private.assert_post_is_there(new.post_id);
  if tg_op = 'INSERT' then
    new.created_at := clock_timestamp();
    -- The other device voted first: the later vote counts, as the member would expect.
    update public.post_votes v set value = new.value where v.id = new.id and v.user_id = (select auth.uid()) and v.value <> new.value;
    if found then
      return null;
    end if;
  end if;
  return new;
end
$$;

create function private.post_votes_count() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  voter uuid := (case when tg_op = 'DELETE' then old else new end).user_id;
  post uuid := (case when tg_op = 'DELETE' then old else new end).post_id;
begin
  if tg_op = 'INSERT' and (select auth.uid()) = voter and not private.use_rate(voter::text, 'vote') then
    raise exception 'You have voted very often in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  if exists (select 1 from public.posts where id = post) then
    update public.post_stats set score = score
      + case when tg_op = 'DELETE' then 0 else new.value end - case when tg_op = 'INSERT' then 0 else old.value end
    where id = post;
  end if;
  if tg_op = 'INSERT' then
    update public.post_votes set is_recent = false where id in (
      select id from public.post_votes where user_id = voter and is_recent order by created_at desc offset 500);
  end if;
  return null;
end
$$;
revoke all on function private.post_votes_count() from public;
create trigger post_votes_check_row before insert or update of id, post_id, user_id, value or delete on public.post_votes
  for each row execute function private.post_votes_check_row();
create trigger post_votes_count after insert or update of value or delete on public.post_votes
  for each row execute function private.post_votes_count();

insert into private.rate_limits (action, max_count, per) values ('vote', 2000, interval '1 hour');
insert into private.crud_tables (table_name, owner_column, operations) values ('post_votes', 'user_id', '{PUT,PATCH,DELETE}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('post_votes', 'post_id', 'uuid', 'write', null, true),
  ('post_votes', 'user_id', 'uuid', 'write', null, false),
  ('post_votes', 'value', 'smallint', 'write', 'write', false),
  ('post_votes', 'created_at', 'timestamptz', 'ignore', null, false);
alter publication powersync add table public.post_votes;
