-- A rejected action keeps its name: the member's other devices show it as what it was, and not as what its operations look like.

alter table public.write_rejections
  -- a kind of src/contract/actions.ts, also one that this server does not know; null from devices that do not send it
  add column kind text check (kind ~ '^[a-z_]{1,40}$'),
  -- the first words of its text, or a code: 'up', 'flag'
  add column label text check (char_length(label) <= 200);

create function private.name_rejection(action_id uuid, kind text, label text) returns void
language sql security definer set search_path = '' as $$
  update public.write_rejections r set kind = case when name_rejection.kind ~ '^[a-z_]{1,40}$' then name_rejection.kind end,
    label = left(name_rejection.label, 200)
  where r.id = name_rejection.action_id and r.user_id = (select auth.uid())
$$;

-- As before, and then the name: {action_id, ops, kind?, label?}.
alter function private.apply_action(jsonb) rename to apply_operations;
create function private.apply_action(action jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  result jsonb := private.apply_operations(action);
begin
  if result ->> 'status' = 'rejected' and action ->> 'kind' is not null then
    perform private.name_rejection((action ->> 'action_id')::uuid, action ->> 'kind', action ->> 'label');
  end if;
  return result;
end
$$;

revoke all on function private.name_rejection(uuid, text, text), private.apply_action(jsonb) from public;
grant execute on function private.name_rejection(uuid, text, text), private.apply_action(jsonb) to authenticated;
