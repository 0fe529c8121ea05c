import { describe, expect, it } from 'vitest';

import { writesWithoutWhere } from './writes-without-where.ts';

const plpgsql = (body: string, returns = 'void'): string =>
  `create function private.f(a integer) returns ${returns} language plpgsql as $$ declare r record; n integer; begin ${body} end $$`;

describe('finds an UPDATE or DELETE without WHERE', () => {
  it.each([
    ['at the top', 'update a set b = 1'],
    ['after other statements', 'select 1; delete from a; select 2'],
    ['with another table', 'update a set b = c.b from c'],
    ['with only a join condition', 'delete from a using b join c on b.id = c.id'],
    ['in WITH', 'with gone as (delete from a returning *) insert into b select * from gone'],
    ['in a function in SQL', `create function f() returns void language sql as 'update a set b = 1'`],
    ['in a body without quotes', 'create function f() returns void language sql begin atomic delete from a; end'],
    ['in PL/pgSQL', plpgsql('update a set b = 1;')],
    ['in a trigger', plpgsql('if true then delete from a; end if; return null;', 'trigger').replace('a integer', '')],
    ['in a loop over what it returns', plpgsql('for r in delete from a returning * loop null; end loop;')],
    ['in RETURN QUERY', plpgsql('return query update a set b = 1 returning b;', 'setof integer')],
    ['with INTO', plpgsql('update a set b = 1 returning b into n;')],
    ['in an exception handler', plpgsql('null; exception when others then delete from a;')],
    ['in a DO block', 'do $$ begin delete from a; end $$'],
    ['in a text that is executed', plpgsql(`execute 'delete from a';`)],
    ['in a text of format', plpgsql(`execute format('update public.%I set %s', 'a', 'b = 1');`)],
    ['in a text in a variable', plpgsql(`n := 1; execute r.text; perform g('update only a set b = 1');`)],
    ['whose condition would be an argument', plpgsql(`execute format('delete from %I %s', 'a', 'where true');`)],
    ['in a procedure', 'create procedure p() language plpgsql as $$ begin delete from a; end $$'],
  ])('%s', async (_, sql) => {
    expect(await writesWithoutWhere(sql)).toHaveLength(1);
  });
});

it.each([
  ['a condition', 'update a set b = 1 where c'],
  ['all rows, named', 'delete from a where true'],
  ['an upsert', 'insert into a values (1) on conflict (id) do update set b = 1'],
  [
    'row locks and keys',
    'select 1 from a for update; create table b (a int references a on delete set null on update cascade)',
  ],
  ['a trigger of these events', 'create trigger t after update or delete on a for each row execute function f()'],
  [
    'the words in a text',
    plpgsql(`raise exception 'Update the set. Delete it from there.'; if tg_op = 'DELETE' then null; end if;`),
  ],
  ['a condition in a text', plpgsql(`execute format('update public.%I set %s where id = $1', 'a', 'b = 1') using a;`)],
  [
    'an upsert in a function',
    plpgsql(`insert into a as x values (1) on conflict (id) do update set b = 1 where x.b <> 1;`),
  ],
])('accepts %s', async (_, sql) => {
  expect(await writesWithoutWhere(sql)).toEqual([]);
});

it('fails on a text that is executed and cannot be parsed', async () => {
  const sql = plpgsql(
    `execute format('update %s', 'a set b = 1'); execute format('delete from a where %s %s %s', 1, 2, 3);`,
  );
  await expect(writesWithoutWhere(sql)).rejects.toThrow(
    'This text is executed and cannot be parsed: delete from a where',
  );
});
