-- Who hears of comments, mentions and removals. Each is told once per cause, so a replay or an edit tells nobody twice; private.notify drops what goes
-- to oneself or to blocked members.
create function private.actor_fields(actor uuid, post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('post_id', post, 'from_user_id', id, 'from_username', username) from public.profiles where id = actor
$$;

-- Exact name first, then without the dots at its end ("ask @bob."): whom it names.
create function private.member_named(name text) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select id from public.profiles where lower(username) = name),
    (select id from public.profiles where lower(username) = rtrim(name, '.') and name like '%.'))
$$;

-- Only those who may read the post hear that they were named in it.
create function private.notify_mentioned(words text, actor uuid, post public.posts, comment uuid, cause text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
begin
  for member in select distinct private.member_named(name) from private.mentions_of(words) name loop
    if member is not null and private.may_member_read(post, member) then
      perform private.notify(member, 'mention', private.actor_fields(actor, post.id)
        || case when comment is null then '{}' else jsonb_build_object('comment_id', comment) end, cause);
    end if;
  end loop;
end
$$;

create function private.posts_notify() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.audience <> 'hidden' then
    perform private.notify_mentioned(concat_ws(' ', new.title, new.description), new.user_id, new, null, 'mention:post:' || new.id);
  end if;
  return null;
end
$$;
create trigger posts_notify after insert or update of title, description, status on public.posts
  for each row execute function private.posts_notify();

create function private.comments_notify() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts;
  told jsonb;
  answered uuid;
begin
  select * into post from public.posts where id = new.post_id;
  if post.audience = 'hidden' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    told := private.actor_fields(new.user_id, post.id) || jsonb_build_object('text', left(coalesce(new.text, ''), 2000));
    perform private.notify(post.user_id, 'comment', told, 'comment:' || new.id);
    select user_id into answered from public.comments where id = new.parent_id;
    if answered is not null and answered <> post.user_id and private.may_member_read(post, answered) then
      perform private.notify(answered, 'comment', told, 'comment:' || new.id);
    end if;
  end if;
  perform private.notify_mentioned(new.text, new.user_id, post, new.id, 'mention:comment:' || new.id);
  return null;
end
$$;
create trigger comments_notify after insert or update of text on public.comments
  for each row execute function private.comments_notify();

-- A deleted comment is not announced any longer.
create function private.comments_unnotify() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.unnotify('comment:' || old.id), private.unnotify('mention:comment:' || old.id);
  return null;
end
$$;
create trigger comments_unnotify after delete on public.comments
  for each row execute function private.comments_unnotify();

-- Staff deleted the post of another member. Long texts are cut: the notice is to recognise the post, not to keep it.
create function private.posts_notify_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  why text := (select r.reason from public.post_removals r where r.post_id = old.id and r.moderator_id = (select auth.uid()) order by r.created_at desc limit 1);
begin
  if (select auth.uid()) <> old.user_id and private.is_staff() then
    update public.post_deletions set reason = coalesce(why, reason) where id = old.id;
    perform private.notify(old.user_id, 'moderation', jsonb_build_object(
      'reason', coalesce(why, 'Your post was removed by a moderator.'),
      'post_title', left(old.title, 200), 'post_description', left(old.description, 2000), 'deleted_at', now()), 'removal:' || old.id);
  end if;
  return null;
end
$$;
alter table public.post_deletions add column reason text;
-- Named to run after posts_leave, which keeps the record.
create trigger posts_notify_removal after delete on public.posts
  for each row execute function private.posts_notify_removal();

revoke all on function private.actor_fields(uuid, uuid), private.member_named(text), private.posts_notify(), private.comments_notify(),
  private.notify_mentioned(text, uuid, public.posts, uuid, text), private.comments_unnotify(), private.posts_notify_removal() from public;
