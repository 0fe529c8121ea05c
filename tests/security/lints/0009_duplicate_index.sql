-- Two indexes that answer the same questions: the same columns, order, operators and rows. The one without a duty of its own is in the way.
select a.indexrelid::regclass::text || ' = ' || b.indexrelid::regclass::text as finding
from pg_index a
join pg_index b on b.indrelid = a.indrelid and b.indexrelid <> a.indexrelid
  and (b.indkey, b.indclass, b.indoption, b.indcollation) = (a.indkey, a.indclass, a.indoption, a.indcollation)
  and pg_get_expr(b.indexprs, b.indrelid) is not distinct from pg_get_expr(a.indexprs, a.indrelid)
  and pg_get_expr(b.indpred, b.indrelid) is not distinct from pg_get_expr(a.indpred, a.indrelid)
join pg_class c on c.oid = a.indrelid
where c.relnamespace::regnamespace::text in ('public', 'private')
  and (not a.indisunique or (b.indisunique and not a.indisprimary and (b.indisprimary or a.indexrelid < b.indexrelid)))
  and (a.indisunique or b.indisunique or a.indexrelid < b.indexrelid)
