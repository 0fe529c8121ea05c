/** One statement of a SQL file and its first line (from 1). */
export interface SqlStatement {
  readonly text: string;
  readonly line: number;
}

const TOKEN =
  /--[^\n]*|\/\*|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|'|"|;|\n|\b(?:begin\s+atomic|case|end)\b/gi;

/**
 * Splits SQL at the semicolons that end statements: not those in strings, quoted names, dollar quotes, (nested)
 * comments or `begin atomic … end` bodies. Text between statements, such as comments, belongs to the following
 * statement.
 */
export function splitSql(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let start = 0;
  let blocks = 0;
  const token = new RegExp(TOKEN);
  const push = (end: number): void => {
    const raw = sql.slice(start, end);
    const text = raw.trim();
    if (withoutComments(text) !== '') {
      const lead = leadingBlank(raw);
      statements.push({ text, line: sql.slice(0, start + lead).split('\n').length });
    }
    start = end + 1;
  };
  for (let match = token.exec(sql); match; match = token.exec(sql)) {
    const found = match[0].toLowerCase();
    if (found === "'") token.lastIndex = endOfString(sql, match.index);
    else if (found === '"') token.lastIndex = endOf(sql, '"', match.index + 1);
    else if (found === '/*') token.lastIndex = endOfComment(sql, match.index);
    else if (found.startsWith('$')) {
      // `a$b$c` is a name, not a quote.
      if (/[\w$\u0080-\uffff]/.test(sql[match.index - 1] ?? '')) continue;
      token.lastIndex = endOf(sql, match[0], match.index + match[0].length);
    } else if (found.startsWith('begin')) blocks += 1;
    else if (found === 'case' && blocks > 0) blocks += 1;
    else if (found === 'end' && blocks > 0) blocks -= 1;
    else if (found === ';' && blocks === 0) push(match.index);
  }
  push(sql.length);
  return statements;
}

/**
 * The position after the closing quote. A doubled quote simply starts the next string. `E'…'` has backslash escapes.
 */
function endOfString(sql: string, open: number): number {
  const escapes = /(^|[^\w$])e$/i.test(sql.slice(Math.max(0, open - 2), open));
  if (!escapes) return endOf(sql, "'", open + 1);
  let at = open + 1;
  while (at < sql.length && sql[at] !== "'") at += sql[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOf(sql: string, mark: string, from: number): number {
  const at = sql.indexOf(mark, from);
  return at === -1 ? sql.length : at + mark.length;
}

function endOfComment(sql: string, open: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = open;
  let depth = 0;
  for (let match = edge.exec(sql); match; match = edge.exec(sql)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return sql.length;
}

/** Length of the whitespace and comments before the statement's first word. */
function leadingBlank(text: string): number {
  let at = 0;
  for (;;) {
    const blank = /^(?:\s+|--[^\n]*)+/.exec(text.slice(at))?.[0].length ?? 0;
    at += blank;
    if (!text.startsWith('/*', at)) return at;
    at = endOfComment(text, at);
  }
}

function withoutComments(text: string): string {
  return text.slice(leadingBlank(text));
}
