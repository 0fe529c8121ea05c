import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';

/** A node of a syntax tree as JSON. */
type Tree = Readonly<Record<string, unknown>>;

/** Only a text with these words can contain what this file looks for. Parsing takes most of the time of a migration. */
const WORDS = /\bupdate\b[^]*?\bset\b|\bdelete\b[^]*?\bfrom\b/i;
/** The beginning of a text that is run as a statement: `execute format('delete from %I', …)`. */
const STATEMENT = /^\s*(?:with\b|delete\s+from\b|update\s+(?:only\s+)?[\w"%.]+\s+(?:as\s+)?(?:\w+\s+)?set\b)/i;
/** What `format` may put in the place of %s: names or assignments. A condition must be in the text itself. */
const PLACES = ['x', 'x = x'];

/**
 * The UPDATE and DELETE statements without WHERE in some SQL: at its top, in WITH, in the bodies of functions and DO
 * blocks, and in the texts that functions execute. A hosted project loads `safeupdate` into every session of its Data
 * API, which refuses them with 21000, also inside of triggers. Throws if a body cannot be parsed, or a text that is
 * executed.
 */
export async function writesWithoutWhere(sql: string): Promise<string[]> {
  if (!WORDS.test(sql)) return [];
  await loadModule();
  return inSql(sql);
}

function inSql(sql: string): string[] {
  if (!WORDS.test(sql)) return [];
  const { stmts } = parseSync(sql);
  const bytes = Buffer.from(sql);
  return (stmts ?? []).flatMap(({ stmt, stmt_location: from = 0, stmt_len: length = bytes.length }) => {
    const text = bytes.subarray(from, from + length).toString();
    return [...inTree(stmt, text), ...bodiesOf(stmt, text)];
  });
}

/** Faults of a tree itself, and of the texts in it that look like statements. */
function inTree(tree: unknown, text: string): string[] {
  const found: string[] = [];
  walk(tree, (kind, node) => {
    if ((kind === 'UpdateStmt' || kind === 'DeleteStmt') && node['whereClause'] === undefined)
      found.push(shorten(text));
    const literal = kind === 'A_Const' ? (node['sval'] as { sval?: string } | undefined)?.sval : undefined;
    if (literal !== undefined && WORDS.test(literal) && STATEMENT.test(literal)) found.push(...inTemplate(literal));
  });
  return found;
}

/** Of a text that is run as a statement, with the places of `format` filled. */
function inTemplate(template: string): string[] {
  const named = template.replaceAll(/%(?:\d+\$)?I/g, 'x').replaceAll(/%(?:\d+\$)?L/g, "'x'");
  for (const place of PLACES) {
    try {
      return inSql(named.replaceAll(/%(?:\d+\$)?s/g, place));
    } catch {
      // Another text fits.
    }
  }
  throw new Error(`This text is executed and cannot be parsed: ${shorten(template)}`);
}

/** Of the body that a function or a DO block has as text. A body as `begin atomic` is part of the tree. */
function bodiesOf(stmt: unknown, text: string): string[] {
  const found: string[] = [];
  walk(stmt, (kind, node) => {
    if (kind !== 'CreateFunctionStmt' && kind !== 'DoStmt') return;
    const options = (node['options'] ?? node['args']) as readonly { DefElem: { defname: string; arg: unknown } }[];
    const language = options.find(({ DefElem }) => DefElem.defname === 'language')?.DefElem.arg;
    const name = (language as { String?: { sval: string } } | undefined)?.String?.sval ?? 'plpgsql';
    if (name === 'plpgsql') found.push(...inPlpgsql(text));
    const body = options.find(({ DefElem }) => DefElem.defname === 'as')?.DefElem.arg;
    if (name === 'sql')
      walk(body, (inner, { sval }) => void (inner === 'String' && found.push(...inSql(String(sval)))));
  });
  return found;
}

function inPlpgsql(definition: string): string[] {
  const found: string[] = [];
  walk(parsePlPgSQLSync(definition), (kind, { query }) => {
    if (kind !== 'PLpgSQL_expr' || typeof query !== 'string' || !WORDS.test(query)) return;
    found.push(...inSql(asStatement(query)));
  });
  return found;
}

/** An expression as the statement that Postgres makes of it; an assignment without its target. */
function asStatement(query: string): string {
  for (const text of [query, `select ${query}`, `select ${query.slice(query.indexOf('=') + 1)}`]) {
    try {
      parseSync(text);
      return text;
    } catch {
      // The next form.
    }
  }
  throw new Error(`This part of a function cannot be parsed: ${shorten(query)}`);
}

/** Calls `visit` for each node that has a kind: `{"UpdateStmt": {…}}`. */
function walk(tree: unknown, visit: (kind: string, node: Tree) => void): void {
  if (Array.isArray(tree)) for (const item of tree) walk(item, visit);
  else if (typeof tree === 'object' && tree !== null)
    for (const [kind, node] of Object.entries(tree)) {
      if (typeof node === 'object' && node !== null && !Array.isArray(node)) visit(kind, node as Tree);
      walk(node, visit);
    }
}

const shorten = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 120);
