-- A view that reads past the policies of its tables, because it runs as its owner.
select c.oid::regclass::text as finding
from pg_class c
where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
  and not coalesce((select o.option_value::boolean from pg_options_to_table(c.reloptions) o where o.option_name = 'security_invoker'), false)
