-- A rule that believes user_metadata: members write that themselves.
select format('policy %s.%s.%s', schemaname, tablename, policyname) as finding
from pg_policies where concat_ws(' ', qual, with_check) ~* 'user_meta_?data'
union all
select 'function ' || p.oid::regprocedure::text
from pg_proc p
where p.pronamespace::regnamespace::text in ('public', 'private') and p.prosrc ~* 'user_meta_?data'
