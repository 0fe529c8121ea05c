-- How far the sync service is behind the database, for /health. It reads one replication slot, whose name begins with
-- `powersync`; that of the embedded backend begins with `embedded_sync`. Null without a slot: nothing reads changes.
--   bytes                  WAL that the service has not confirmed
--   seconds                from a commit until the service confirmed it, lately; 0 when it is up to date
--   checkpoint_age_seconds since its last message about what it has. Null while it is not connected. 0 if its messages have no time, as those of
--                          PowerSync's service: Postgres ends the connection of a reader that sends none for a minute (wal_sender_timeout)
create function public.sync_lag() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
      'bytes', greatest(0, pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), slot.confirmed_flush_lsn)),
      'seconds', round(coalesce(extract(epoch from reader.replay_lag), 0)::numeric, 1),
      'checkpoint_age_seconds', case when reader.pid is not null then
        round(greatest(0, coalesce(extract(epoch from pg_catalog.clock_timestamp() - reader.reply_time), 0))::numeric, 1) end)
    from pg_catalog.pg_replication_slots slot
    left join pg_catalog.pg_stat_replication reader on reader.pid = slot.active_pid
   where slot.slot_type = 'logical'
     and (starts_with(slot.slot_name::text, 'powersync') or starts_with(slot.slot_name::text, 'embedded_sync'))
   -- While the service changes to new rules it has two.
   order by slot.active desc, slot.confirmed_flush_lsn desc
   limit 1
$$;

revoke execute on function public.sync_lag() from public, anon, authenticated;
grant execute on function public.sync_lag() to service_role;
