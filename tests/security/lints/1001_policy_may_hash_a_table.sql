-- One of our own: a policy that asks another table with EXISTS and no OFFSET 0 lets the planner read that whole table into a hash.
select format('%s.%s.%s', schemaname, tablename, policyname) as finding
from pg_policies
where schemaname in ('public', 'private', 'storage') and cmd in ('SELECT', 'ALL')
  and regexp_count(qual, 'EXISTS \(') > regexp_count(qual, 'OFFSET 0')
