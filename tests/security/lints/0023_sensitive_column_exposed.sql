-- A column whose name says that it is nobody else's business, and that visitors or members may select.
select format('%s: %s.%s', r.rolname, c.oid::regclass, a.attname) as finding
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
cross join (values ('anon'), ('authenticated')) as r (rolname)
where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relnamespace = 'public'::regnamespace
  and a.attname ~* '(e_?mail|phone|passw|secret|token|api_?key|ssn|birth|^dob$|^ip(_|$)|ip_address|user_agent|address$|card_?number|iban|latitude|longitude)'
  and has_column_privilege(r.rolname, c.oid, a.attnum, 'select')
