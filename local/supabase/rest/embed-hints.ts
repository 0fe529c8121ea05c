/** A foreign key of the exposed schema. */
export interface ForeignKey {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** All its columns belong to the primary key of `from`. */
  readonly inPrimary: boolean;
}

export const FOREIGN_KEYS_SQL = `
  select c.conname as name, f.relname as "from", t.relname as "to",
    coalesce(c.conkey <@ (select p.conkey from pg_constraint p where p.conrelid = c.conrelid and p.contype = 'p'), false) as "inPrimary"
  from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace`;

/** Deeper than any call of ours. */
const MAX_DEPTH = 10;

/**
 * PostgREST takes a third table for a way between two others only if its primary key has keys to both; lite takes every
 * table with keys to both, and answers that `posts?select=*,profiles(*)` is ambiguous. Names the one foreign key that
 * PostgREST would find.
 */
export function addEmbedHints(keys: readonly ForeignKey[], table: string, select: string, depth = 1): string {
  if (depth > MAX_DEPTH) return select;
  return splitList(select)
    .map((item) => {
      const open = item.indexOf('(');
      const close = item.lastIndexOf(')');
      if (open < 1 || close < open) return item;
      const head = item.slice(0, open);
      const [relation = '', ...modifiers] = head
        .slice(head.lastIndexOf(':') + 1)
        .replace('...', '')
        .split('!');
      const prefix = head.slice(0, head.length - [relation, ...modifiers].join('!').length);
      const isHinted = modifiers.some((modifier) => modifier !== 'inner' && modifier !== 'left');
      const hint = isHinted ? null : onlyKey(keys, table, relation);
      const inside = addEmbedHints(keys, relation, item.slice(open + 1, close), depth + 1);
      return `${prefix}${[relation, ...(hint ? [hint] : []), ...modifiers].join('!')}(${inside}${item.slice(close)}`;
    })
    .join(',');
}

/** The name of the only key between two tables; null if lite finds it, too, or if there are several ways. */
function onlyKey(keys: readonly ForeignKey[], one: string, other: string): string | null {
  const [direct, second] = keys.filter(
    ({ from, to }) => (from === one && to === other) || (from === other && to === one),
  );
  if (!direct || second || one === other) return null;
  const joins = keys
    .filter(({ from, to }) => to === one && from !== one && from !== other)
    .flatMap((key) => keys.filter(({ from, to }) => from === key.from && to === other).map((target) => [key, target]));
  if (joins.length === 0 || joins.some((pair) => pair.every(({ inPrimary }) => inPrimary))) return null;
  return direct.name;
}

/** The items of a list, at the commas outside of brackets and quotes. */
function splitList(list: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    const mark = list[at];
    if (mark === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (mark === '(') depth += 1;
    else if (mark === ')') depth -= 1;
    else if (mark === ',' && depth === 0) {
      items.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...items, list.slice(start)];
}
