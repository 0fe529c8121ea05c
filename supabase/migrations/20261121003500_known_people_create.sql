-- Name and picture of everyone a member has to do with (friends, requests, conversations, lists), in the member's own bucket: a thousand friends
-- cost one bucket. Public facts only; kept by trigger.
create table public.known_people (
  owner_id uuid not null references public.profiles (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  why text not null,
  username text,
  profile_image_url text,
  rank smallint not null,
  primary key (owner_id, person_id, why),
  constraint known_people_why_known check (why in ('friend', 'message', 'block', 'mute'))
);
create index known_people_person_id on public.known_people (person_id);

alter table public.known_people enable row level security;
revoke all on public.known_people from anon, authenticated;
grant all on public.known_people to service_role;
grant select on public.known_people to authenticated;
create policy known_people_are_seen_by_owner on public.known_people for select to authenticated using (owner_id = (select private.reader_id()));

-- The official account is everyone's friend; it keeps no list of everyone.
create function private.know(owner uuid, person uuid, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into public.known_people (owner_id, person_id, why, username, profile_image_url, rank)
  select owner, p.id, reason, p.username, p.profile_image_url, p.rank from public.profiles p
  where p.id = person and not exists (select 1 from public.profiles o where o.id = owner and o.is_official and reason = 'friend')
  on conflict (owner_id, person_id, why) do nothing
$$;

create function private.forget(owner uuid, person uuid, reason text) returns void
language sql security definer set search_path = '' as $$
  delete from public.known_people where owner_id = owner and person_id = person and why = reason
$$;

create function private.profiles_reach_known() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.known_people set username = new.username, profile_image_url = new.profile_image_url, rank = new.rank where person_id = new.id;
  return null;
end
$$;
create trigger profiles_reach_known after update of username, profile_image_url, rank on public.profiles
  for each row when ((old.username, old.profile_image_url, old.rank) is distinct from (new.username, new.profile_image_url, new.rank))
  execute function private.profiles_reach_known();

create function private.lists_reach_known() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  row_now jsonb := to_jsonb(coalesce(new, old));
  person uuid := coalesce(row_now ->> 'blocked_id', row_now ->> 'muted_id');
  reason text := left(tg_table_name, -1);
begin
  if tg_op = 'INSERT' then
    perform private.know((row_now ->> 'user_id')::uuid, person, reason);
  else
    perform private.forget((row_now ->> 'user_id')::uuid, person, reason);
  end if;
  return null;
end
$$;
create trigger blocks_reach_known after insert or delete on public.blocks for each row execute function private.lists_reach_known();
create trigger mutes_reach_known after insert or delete on public.mutes for each row execute function private.lists_reach_known();

revoke all on function private.know(uuid, uuid, text), private.forget(uuid, uuid, text), private.profiles_reach_known(), private.lists_reach_known() from public;
alter publication powersync add table public.known_people;
