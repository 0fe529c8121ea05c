-- Policies that nobody enforces.
select distinct c.oid::regclass::text as finding
from pg_policy p join pg_class c on c.oid = p.polrelid
where not c.relrowsecurity and c.relnamespace::regnamespace::text in ('public', 'private', 'storage')
