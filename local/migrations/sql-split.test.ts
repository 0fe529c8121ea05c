import { describe, expect, it } from 'vitest';

import { splitSql } from './sql-split.ts';

const texts = (sql: string): string[] => splitSql(sql).map((statement) => statement.text);

describe('splitSql', () => {
  it.each([
    ['two statements', 'select 1; select 2', ['select 1', 'select 2']],
    ['strings', `select ';''; '; select 2;`, [`select ';''; '`, 'select 2']],
    ['strings with backslashes', `select E'\\';'; select 2`, [`select E'\\';'`, 'select 2']],
    ['a backslash in a plain string', `select '\\'; select 2`, [`select '\\'`, 'select 2']],
    ['quoted names', 'select 1 as "a;b"; select 2', ['select 1 as "a;b"', 'select 2']],
    ['dollar quotes', 'do $$ begin; end $$; select $x$ ; $$ ; $x$', ['do $$ begin; end $$', 'select $x$ ; $$ ; $x$']],
    ['names with dollars', 'select a$b$; select 2', ['select a$b$', 'select 2']],
    ['parameters', 'prepare p as select $1; select 2', ['prepare p as select $1', 'select 2']],
    ['line comments', 'select 1 -- ; no\n; select 2', ['select 1 -- ; no', 'select 2']],
    ['nested comments', '/* ; /* ; */ ; */ select 1; select 2', ['/* ; /* ; */ ; */ select 1', 'select 2']],
    ['nothing but comments', 'select 1;\n-- the end;\n', ['select 1']],
    [
      'atomic bodies',
      'create function f() returns int begin atomic select 1; select case when true then 2 end; end; select 3',
      ['create function f() returns int begin atomic select 1; select case when true then 2 end; end', 'select 3'],
    ],
  ])('%s', (_name, sql, expected) => {
    expect(texts(sql)).toEqual(expected);
  });

  it('returns the first line of a statement, without the comments before it', () => {
    const sql = '-- head\n\nselect 1;\n/* about\n the next */\nselect\n 2;';
    expect(splitSql(sql).map((statement) => statement.line)).toEqual([3, 6]);
  });
});
