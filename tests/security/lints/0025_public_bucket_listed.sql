-- A bucket whose files anybody gets by their address, and that clients may list as well: then the addresses are no secret either.
select b.id as finding
from storage.buckets b
where b.public and exists (
  select 1 from pg_policies p
  where p.schemaname = 'storage' and p.tablename = 'objects' and p.cmd in ('SELECT', 'ALL')
    and p.roles && '{public,anon,authenticated}'::name[]
    and (p.qual !~ '\mbucket_id\M' or p.qual like '%' || quote_literal(b.id) || '%'))
