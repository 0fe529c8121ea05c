-- A policy that lets every caller write every row.
select format('%s.%s.%s', schemaname, tablename, policyname) as finding
from pg_policies
where schemaname in ('public', 'private', 'storage') and permissive = 'PERMISSIVE'
  and roles && '{public,anon,authenticated}'::name[]
  and case cmd
    when 'INSERT' then coalesce(with_check, 'true') = 'true'
    when 'UPDATE' then qual = 'true' or with_check = 'true'
    when 'DELETE' then qual = 'true'
    when 'ALL' then qual = 'true' or with_check = 'true'
    else false
  end
