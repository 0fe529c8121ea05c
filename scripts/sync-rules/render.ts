import { CLIENT_TABLES } from '#contract/sync/client-tables.ts';
import { automatic } from './streams/automatic.ts';
import { members } from './streams/members.ts';
import { posts } from './streams/posts.ts';
import { advertising, staff } from './streams/staff.ts';
import { type Chapter, clientTableOf, idOf, type Query, type Stream } from './stream.ts';

const CHAPTERS: readonly Chapter[] = [automatic, posts, members, advertising, staff];

/** Longer queries get a second line. */
const WIDTH = 160;

/**
 * Required wherever the caller's id selects rows. The service takes any `sub` from any of its keys, the one for guests
 * included, but accepts this audience from the keys of the auth server only. A list of audiences is another value, so
 * it does not match either.
 */
const MEMBERS_ONLY = "auth.parameter('aud') = 'authenticated'";

const HEAD = `# Generated from src/contract/sync and scripts/sync-rules by \`npm run sync-rules\`; do not edit.
#
# The rows that each device receives. Sync bypasses row level security: every row that a stream selects is stored on the device.
# supabase/migrations holds the same rules as policies, and tests compare the two. A client table has the same columns in every stream.
config:
  edition: 3

streams:`;

/** The whole of sync-rules.yaml. */
export function renderSyncRules(chapters: readonly Chapter[] = CHAPTERS): string {
  const parts = chapters.map(({ heading, streams }) => {
    const rendered = Object.entries(streams).map(([name, stream]) => renderStream(name, stream));
    return [...(heading ? [`  # ---------- ${heading} ----------`] : []), rendered.join('\n\n')].join('\n');
  });
  return `${HEAD}\n${parts.join('\n\n')}\n`;
}

function renderStream(name: string, stream: Stream): string {
  const { comment, auto_subscribe, safe_because, priority } = stream;
  const lines = comment ? dedent(comment).map((line) => `  # ${line}`) : [];
  lines.push(`  ${name}:`);
  if (auto_subscribe) lines.push('    auto_subscribe: true');
  if (safe_because) lines.push(`    accept_potentially_dangerous_queries: true # ${safe_because}`);
  if (priority) lines.push(`    priority: ${priority}`);
  if (stream.with)
    lines.push('    with:', ...Object.entries(stream.with).flatMap(([key, sql]) => renderSubquery(key, sql)));
  lines.push('    queries:', ...stream.queries.flatMap(renderQuery));
  return lines.join('\n');
}

function renderSubquery(key: string, sql: string): string[] {
  const lines = sql.includes('\n') ? dedent(sql) : [forMembers(sql)];
  if (lines.length > 1 && forMembers(sql) !== sql) lines.push(`   AND ${MEMBERS_ONLY}`);
  if (lines.length === 1) return [`      ${key}: ${plain(lines.join())}`];
  return [`      ${key}: |`, ...lines.map((line) => `        ${line}`)];
}

function renderQuery(query: Query): string[] {
  const { source } = query;
  const where = query.where && forMembers(query.where);
  const id = idOf(source);
  const columns = [id === 'id' ? 'id' : `${id} AS id`, ...Object.keys(CLIENT_TABLES[clientTableOf(source)].columns)];
  const select = `      - SELECT ${columns.join(', ')}`;
  const from = `FROM ${source}${where ? ` WHERE ${where}` : ''}`;
  plain(`${select} ${from}`);
  return `${select} ${from}`.length <= WIDTH ? [`${select} ${from}`] : [select, `        ${from}`];
}

/** Adds the check of the audience to a condition that uses the caller's id. @throws where OR could go around it */
function forMembers(sql: string): string {
  if (!sql.includes('auth.user_id()')) return sql;
  let outside = sql;
  for (let inner = ''; inner !== outside;) [inner, outside] = [outside, outside.replace(/\([^()]*\)/g, '')];
  if (/\bOR\b/i.test(outside)) throw new Error(`Put parentheses around OR in a condition on the caller: ${sql}`);
  return `${sql} AND ${MEMBERS_ONLY}`;
}

/** SQL stands unquoted in the file. @throws where YAML would read something else */
function plain(sql: string): string {
  if (/: | #/.test(sql)) throw new Error(`YAML would end this query early, at ': ' or ' #': ${sql}`);
  return sql;
}

/** The lines of a text, without the indentation of its first line. */
function dedent(text: string): string[] {
  const lines = text.replace(/^\n/, '').split('\n');
  const indent = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0;
  return lines.map((line) => line.slice(indent));
}
