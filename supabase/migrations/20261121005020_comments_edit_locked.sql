-- Locked means locked for words already there too: nobody but staff changes a comment's text on a locked post, whether now or from a queue that was
-- filled before the lock. Deleting one's own stays allowed.
create or replace function private.comments_check_row() returns trigger
language plpgsql set search_path = '' as $$
declare
  asked boolean := private.is_api_caller();
  parent public.comments;
begin
  if asked then
    perform private.assert_may_write(tg_op <> 'DELETE');
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'INSERT' and asked then
    perform private.assert_post_is_there(new.post_id);
  end if;
  if asked and (tg_op = 'INSERT' or new.text is distinct from old.text) and not private.is_staff()
    and (select p.comments_locked from public.posts p where p.id = new.post_id) then
    raise exception 'Comments on this post are locked.' using errcode = '42501';
  end if;
  if tg_op = 'UPDATE' then
    if asked then
      new.updated_at := case when new.text is distinct from old.text then clock_timestamp() else old.updated_at end;
    end if;
    return new;
  end if;

  if asked then
    new.created_at := clock_timestamp();
    new.updated_at := null;
  end if;
  if new.parent_id is not null then
    select * into parent from public.comments c where c.id = new.parent_id and c.post_id = new.post_id;
    if not found then
      raise exception 'The comment that this answers is no longer there.' using errcode = '23503';
    end if;
    -- A parent stands before its reply and is never changed, so no circle can form.
    if parent.depth >= 4 then
      new.parent_id := parent.parent_id;
    end if;
    new.depth := case when new.parent_id is null then 0 else least(parent.depth + 1, 4) end;
  end if;
  return new;
end
$$;
