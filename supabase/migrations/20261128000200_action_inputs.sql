-- A rejected action keeps what its form had: on each device of the member its form opens with the same words.

alter table public.write_rejections
  -- as src/contract/action-inputs.ts describes it; null from devices that do not send it, for actions without a form, and if it is too large
  add column input jsonb check (jsonb_typeof(input) = 'object' and octet_length(input::text) <= 65536);

drop function private.name_rejection(uuid, text, text);
create function private.name_rejection(action_id uuid, kind text, label text, input jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.write_rejections r set kind = case when name_rejection.kind ~ '^[a-z_]{1,40}$' then name_rejection.kind end,
    label = left(name_rejection.label, 200),
    input = case when jsonb_typeof(name_rejection.input) = 'object' and octet_length(name_rejection.input::text) <= 65536 then name_rejection.input end
  where r.id = name_rejection.action_id and r.user_id = (select auth.uid())
$$;

-- As before, with the input: {action_id, ops, kind?, label?, input?}.
create or replace function private.apply_action(action jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  result jsonb := private.apply_operations(action);
begin
  if result ->> 'status' = 'rejected' and action ->> 'kind' is not null then
    perform private.name_rejection((action ->> 'action_id')::uuid, action ->> 'kind', action ->> 'label', action -> 'input');
  end if;
  return result;
end
$$;

revoke all on function private.name_rejection(uuid, text, text, jsonb) from public;
grant execute on function private.name_rejection(uuid, text, text, jsonb) to authenticated;
