-- A foreign key without an index that begins with its columns: each delete of the parent reads the whole child table.
select format('%s.%s', k.conrelid::regclass, k.conname) as finding
from pg_constraint k
where k.contype = 'f' and k.connamespace::regnamespace::text in ('public', 'private')
  and not exists (
    select 1 from pg_index i
    where i.indrelid = k.conrelid and i.indisvalid and i.indpred is null
      -- in any order: all of them are asked for by equality
      and (select array_agg(c order by c) from unnest((i.indkey::int2[])[0:cardinality(k.conkey) - 1]) c)
        = (select array_agg(c order by c) from unnest(k.conkey) c))
