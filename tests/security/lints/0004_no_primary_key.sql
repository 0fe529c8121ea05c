-- A table whose rows cannot be named: neither sync nor a repeated write can tell two of them apart.
select c.oid::regclass::text as finding
from pg_class c
where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('public', 'private')
  and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)
