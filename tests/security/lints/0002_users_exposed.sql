-- A view of the API that hands out rows of auth.users.
select distinct v.oid::regclass::text as finding
from pg_class v
join pg_rewrite r on r.ev_class = v.oid
join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
where v.relnamespace = 'public'::regnamespace and v.relkind in ('v', 'm') and d.refobjid = 'auth.users'::regclass
  and (has_any_column_privilege('anon', v.oid, 'select') or has_any_column_privilege('authenticated', v.oid, 'select'))
