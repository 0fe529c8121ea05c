-- Block: neither may befriend, message or notify the other, and what only friends see is gone for both. Mute: only for one's own eyes and ears.
-- Both are one member's private list; the other side is never told.
create table public.blocks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint blocks_not_self check (user_id <> blocked_id),
  constraint blocks_pair_key unique (user_id, blocked_id)
);
create index blocks_blocked_id on public.blocks (blocked_id, user_id);

create table public.mutes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  muted_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint mutes_not_self check (user_id <> muted_id),
  constraint mutes_pair_key unique (user_id, muted_id)
);
create index mutes_muted_id on public.mutes (muted_id);
comment on constraint blocks_not_self on public.blocks is 'You cannot block yourself.';
comment on constraint mutes_not_self on public.mutes is 'You cannot mute yourself.';

alter table public.blocks enable row level security;
alter table public.mutes enable row level security;
revoke all on public.blocks, public.mutes from anon, authenticated;
grant all on public.blocks, public.mutes to service_role;
grant select, delete on public.blocks, public.mutes to authenticated;
-- created_at may be named: a device sends its guess, and the trigger puts the server's time in its place.
grant insert (id, user_id, blocked_id, created_at) on public.blocks to authenticated;
grant insert (id, user_id, muted_id, created_at) on public.mutes to authenticated;

create policy blocks_are_seen_by_owner on public.blocks for select to authenticated using (user_id = (select private.reader_id()));
create policy blocks_are_made_by_owner on public.blocks for insert to authenticated with check (user_id = (select auth.uid()));
create policy blocks_are_lifted_by_owner on public.blocks for delete to authenticated using (user_id = (select private.reader_id()));
create policy mutes_are_seen_by_owner on public.mutes for select to authenticated using (user_id = (select private.reader_id()));
create policy mutes_are_made_by_owner on public.mutes for insert to authenticated with check (user_id = (select auth.uid()));
create policy mutes_are_lifted_by_owner on public.mutes for delete to authenticated using (user_id = (select private.reader_id()));

-- Does either of the two block the other? For triggers and definer functions only: asked by members it would tell who blocks them.
create function private.are_blocked(a uuid, b uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.blocks where (user_id, blocked_id) in ((a, b), (b, a)))
$$;

-- Should `recipient` hear nothing of `sender`?
create function private.is_unwanted(recipient uuid, sender uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.are_blocked(recipient, sender) or exists (select 1 from public.mutes where user_id = recipient and muted_id = sender)
$$;

-- At most 1,000 of each list per member, by the server's clock. Official accounts are heard by everyone.
create function private.lists_check_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  other uuid := case tg_table_name when 'blocks' then to_jsonb(new) ->> 'blocked_id' else to_jsonb(new) ->> 'muted_id' end;
  listed bigint;
begin
  if (select auth.uid()) = new.user_id then
    perform private.assert_may_write(false);
  end if;
  new.created_at := clock_timestamp();
  if tg_table_name = 'blocks' and exists (select 1 from public.profiles where id = other and is_official) then
    raise exception 'Official accounts cannot be blocked.' using errcode = '42501';
  end if;
  if not private.use_rate(new.user_id::text, tg_table_name) then
    raise exception 'You have done this very often in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  execute format('select count(*) from public.%I where user_id = $1', tg_table_name) into listed using new.user_id;
  if listed >= 1000 then
    raise exception 'This list may hold at most 1,000 members.' using errcode = '23514';
  end if;
  return new;
end
$$;
insert into private.rate_limits (action, max_count, per) values ('blocks', 100, interval '1 hour'), ('mutes', 100, interval '1 hour');
create trigger blocks_check_row before insert on public.blocks for each row execute function private.lists_check_row();
create trigger mutes_check_row before insert on public.mutes for each row execute function private.lists_check_row();

-- A block ends friendship and requests both ways, and what each was told of the other. It waits for the pair's turn, so that no answer slips in behind.
create function private.blocks_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_pair(new.user_id, new.blocked_id);
  delete from public.friends where (user_id, friend_id) in ((new.user_id, new.blocked_id), (new.blocked_id, new.user_id));
  delete from public.notifications
  where (user_id = new.user_id and data ->> 'from_user_id' = new.blocked_id::text)
    or (user_id = new.blocked_id and data ->> 'from_user_id' = new.user_id::text);
  return null;
end
$$;
create trigger blocks_part after insert on public.blocks for each row execute function private.blocks_part();

revoke all on function private.are_blocked(uuid, uuid), private.is_unwanted(uuid, uuid), private.lists_check_row(), private.blocks_part() from public;

insert into private.crud_tables (table_name, owner_column, operations) values
  ('blocks', 'user_id', '{PUT,DELETE}'), ('mutes', 'user_id', '{PUT,DELETE}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('blocks', 'user_id', 'uuid', 'write', null, false),
  ('blocks', 'blocked_id', 'uuid', 'write', null, false),
  ('blocks', 'created_at', 'timestamptz', 'ignore', null, false),
  ('mutes', 'user_id', 'uuid', 'write', null, false),
  ('mutes', 'muted_id', 'uuid', 'write', null, false),
  ('mutes', 'created_at', 'timestamptz', 'ignore', null, false);
alter publication powersync add table public.blocks, public.mutes;
