-- A policy that calls a function without arguments for every row: `(select auth.uid())` asks once per statement.
-- A set-returning one in `x in (select f())` stands behind a select as well.
select format('%s.%s.%s', schemaname, tablename, policyname) as finding
from pg_policies
where schemaname in ('public', 'private', 'storage')
  and regexp_replace(concat_ws(' ', qual, with_check), 'SELECT (\w+\.)?\w+\(\)', '', 'g') ~ '(\w+\(\)|current_setting\()'
