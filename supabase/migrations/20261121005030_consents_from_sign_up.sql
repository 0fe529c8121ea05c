-- What was agreed to in the sign-up form (18 or older, terms and their version) travels as the account's metadata; the first sign-in puts it where consents
-- are kept. A member may say such things of themselves only, and may say them later as well, so metadata that they wrote is good enough.
create or replace function public.create_profile_and_friend(member_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account record;
  wanted text;
  official uuid;
  size integer := 8;
begin
  select email, raw_user_meta_data as said, created_at into account from auth.users where id = member_id;
  if not found then
    raise exception 'This account does not exist.' using errcode = 'P0002';
  end if;

  -- §4: 'user_' and the first 8 characters of the id; more of them in the rare case that the name is taken.
  loop
    wanted := 'user_' || left(replace(member_id::text, '-', ''), size);
    begin
      insert into public.profiles (id, email, username) values (member_id, account.email, wanted) on conflict (id) do nothing;
      exit;
    exception when unique_violation then
      size := size + 4;
      if size > 24 then
        raise;
      end if;
    end;
  end loop;
  insert into public.profile_stats (id) values (member_id) on conflict (id) do nothing;
  -- An account comes into being by that very form, so its time is the time of the consent.
  if account.said ->> 'adult_confirmed' = 'true' and account.said ->> 'terms_accepted' = 'true'
    and account.said ->> 'terms_version' ~ '^[A-Za-z0-9._-]{1,40}$' then
    insert into public.user_consents (user_id, is_adult, terms_version, created_at)
    values (member_id, true, account.said ->> 'terms_version', account.created_at)
    on conflict (user_id, terms_version) do nothing;
  end if;

  select id into official from public.profiles where lower(username) = 'rangeday' and is_official;
  if official is not null and official <> member_id then
    perform private.befriend(member_id, official);
  end if;
  return (select jsonb_build_object('id', id, 'username', username) from public.profiles where id = member_id);
end
$$;
