-- What a friendship's rows bring about: the other row, counts, the feed's share, who knows whom, and who is told.

create function private.request_cause(request public.friends) returns text
language sql immutable set search_path = '' as $$
  select 'friend_request:' || request.id || ':' || extract(epoch from request.created_at)
$$;

create function private.tell_about_member(recipient uuid, kind text, sender uuid, cause text) returns void
language sql security definer set search_path = '' as $$
  select private.notify(recipient, kind, jsonb_build_object('from_user_id', p.id, 'from_username', p.username, 'from_profile_image_url', p.profile_image_url), cause)
  from public.profiles p where p.id = sender
$$;

-- One more or one less accepted friend of `owner`. The stats row is the lock behind which the feed's 200 places are given out; an
-- official account, friend of everyone, neither counts nor reads along.
create function private.count_friend(owner uuid, friendship uuid, difference integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.profile_stats s set friend_count = greatest(s.friend_count + difference, 0)
  where s.id = owner and not exists (select 1 from public.profiles p where p.id = owner and p.is_official);
  if not found then
    return;
  elsif difference > 0 then
    update public.friends f set in_feed = false
    where f.id = friendship and f.in_feed
      and (select count(*) from public.friends n where n.user_id = owner and n.in_feed and n.status = 'accepted') > 200;
  else
    update public.friends f set in_feed = true
    where (select count(*) from public.friends n where n.user_id = owner and n.in_feed and n.status = 'accepted') < 200
      and f.id = (select w.id from public.friends w where w.user_id = owner and w.status = 'accepted' and not w.in_feed order by w.created_at desc limit 1);
  end if;
end
$$;

create function private.friends_begin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.know(new.user_id, new.friend_id, 'friend');
  if new.status = 'pending' then
    perform private.know(new.friend_id, new.user_id, 'friend');
    perform private.tell_about_member(new.friend_id, 'friend_request', new.user_id, private.request_cause(new));
  else
    perform private.count_friend(new.user_id, new.id, 1);
  end if;
  return null;
end
$$;

create function private.friends_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'declined' then
    delete from public.friends where id = new.id;
  else
    perform private.count_friend(new.user_id, new.id, 1);
    perform private.befriend(new.user_id, new.friend_id);
    perform private.unnotify(private.request_cause(old));
    perform private.tell_about_member(new.user_id, 'friend_accept', new.friend_id, replace(private.request_cause(old), 'request', 'accept'));
  end if;
  return null;
end
$$;

create function private.friends_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget(old.user_id, old.friend_id, 'friend');
  perform private.forget(old.friend_id, old.user_id, 'friend');
  if old.status = 'accepted' then
    perform private.count_friend(old.user_id, old.id, -1);
    delete from public.friends where user_id = old.friend_id and friend_id = old.user_id;
  else
    perform private.unnotify(private.request_cause(old));
  end if;
  return null;
end
$$;

create trigger friends_begin after insert on public.friends for each row execute function private.friends_begin();
create trigger friends_answer after update of status on public.friends
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function private.friends_answer();
create trigger friends_end after delete on public.friends for each row execute function private.friends_end();

revoke all on function private.request_cause(public.friends), private.tell_about_member(uuid, text, uuid, text), private.count_friend(uuid, uuid, integer),
  private.friends_begin(), private.friends_answer(), private.friends_end() from public;

-- Friendships made before these rules.
update public.profile_stats s set friend_count = (select count(*) from public.friends f where f.user_id = s.id and f.status = 'accepted')
where not exists (select 1 from public.profiles p where p.id = s.id and p.is_official);
select private.know(user_id, friend_id, 'friend') from public.friends;
