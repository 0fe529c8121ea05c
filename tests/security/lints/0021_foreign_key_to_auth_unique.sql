-- A foreign key into schema auth that leans on anything but a primary key: Supabase may change the other indexes.
select format('%s.%s', k.conrelid::regclass, k.conname) as finding
from pg_constraint k
join pg_class parent on parent.oid = k.confrelid
join pg_index i on i.indexrelid = k.conindid
where k.contype = 'f' and parent.relnamespace = 'auth'::regnamespace and not i.indisprimary
  and k.connamespace::regnamespace::text in ('public', 'private')
