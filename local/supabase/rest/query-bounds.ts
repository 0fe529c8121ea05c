/** Levels of embedding in `select` and of `and(…)`, `or(…)` in a filter. */
const MAX_LEVELS = 10;
/** Embedded tables, aggregates and groups of conditions in one request; each costs a subquery. */
const MAX_GROUPS = 30;
/** Characters of one `select` or filter group, so that they are cheap to count and to parse. */
const MAX_LENGTH = 8192;

/** Rows of one response, as on a hosted project; more are read page by page. */
const MAX_ROWS = 1000;

/** Bounds the rows of a query on a table: their text is made on the thread that serves all requests. */
export function boundRows(query: URLSearchParams): void {
  const [limit = '', second] = query.getAll('limit');
  const isBounded = second === undefined && /^\d{1,9}$/.test(limit) && Number(limit) <= MAX_ROWS;
  if (!isBounded) query.set('limit', String(MAX_ROWS));
}

/**
 * Parameters with nested parts: `select`, `or`, `and`, `not.or`, and the same with the name of an embedded table before
 * it.
 */
const NESTED = /^(?:.*\.)?(?:select|and|or)$/;

/**
 * Whether a query to the Data API nests more than any screen needs. Its cost grows with levels and embedded tables, not
 * with rows.
 */
export function isTooNested(query: URLSearchParams): boolean {
  let groups = 0;
  for (const [name, value] of query) {
    if (!NESTED.test(name)) continue;
    if (value.length > MAX_LENGTH) return true;
    let level = 0;
    for (const sign of value) {
      if (sign === ')') level -= 1;
      if (sign !== '(') continue;
      level += 1;
      groups += 1;
      // The brackets around `or=(…)` are no level of their own.
      if (level > MAX_LEVELS + (name === 'select' ? 0 : 1) || groups > MAX_GROUPS) return true;
    }
  }
  return false;
}

/** Parameters that choose no rows, of a write too. */
const NO_FILTER = /^(?:select|columns|order|limit|offset|on_conflict)$|\./;
const GROUP = /^(?:not\.)?(?:and|or)$/;

/**
 * Whether an update or a deletion names the rows that it is about. A parameter with a dot is about an embedded table.
 */
export function hasFilter(query: URLSearchParams): boolean {
  return [...query.keys()].some((name) => GROUP.test(name) || !NO_FILTER.test(name));
}
