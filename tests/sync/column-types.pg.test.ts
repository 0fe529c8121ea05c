import { expect, test } from 'vitest';
import { RawStream, Replica } from './support/raw-client.ts';
import { memberToken, useWorlds } from './support/world.ts';

const worlds = useWorlds();

/** column → [Postgres type, SQL literal, what clients get]. `undefined`: the column is left out. */
const golden: Record<string, [string, string, unknown]> = {
  c_bool_t: ['bool', 'true', 1],
  c_bool_f: ['bool', 'false', 0],
  c_int2: ['int2', '-32768', -32768],
  c_int4: ['int4', '2147483647', 2147483647],
  c_int8: ['int8', '9007199254740993', '9007199254740993n'],
  c_oid: ['oid', '4294967295', 4294967295],
  c_float4: ['float4', '0.1', 0.1],
  c_float8: ['float8', '1e-300', 1e-300],
  c_float_whole: ['float8', '1', '1.0r'],
  c_numeric: ['numeric(10,3)', '1.500', '1.500'],
  c_numeric_big: ['numeric', '123456789012345678901234567890.5', '123456789012345678901234567890.5'],
  c_text: ['text', `E'quote " back\\\\slash \\n é 🎯'`, 'quote " back\\slash \n é 🎯'],
  c_empty: ['text', `''`, ''],
  c_varchar: ['varchar(5)', `'abc'`, 'abc'],
  c_char: ['char(4)', `'ab'`, 'ab  '],
  c_name: ['name', `'n'`, 'n'],
  c_uuid: ['uuid', `'01890A5D-AC96-774B-BCCE-B302099A8057'`, '01890a5d-ac96-774b-bcce-b302099a8057'],
  c_date: ['date', `'2026-02-28'`, '2026-02-28'],
  c_time: ['time', `'12:13:14'`, '12:13:14.000000'],
  c_time_fraction: ['time', `'12:13:14.5'`, '12:13:14.500000'],
  c_timetz: ['timetz', `'12:13:14+02'`, '12:13:14+02'],
  c_timestamp: ['timestamp', `'2026-01-02 03:04:05.678901'`, '2026-01-02T03:04:05.678901'],
  c_timestamptz: ['timestamptz', `'2026-01-02 03:04:05.678901+02'`, '2026-01-02T01:04:05.678901Z'],
  c_timestamptz_whole: ['timestamptz', `'2026-01-02 03:04:05+00'`, '2026-01-02T03:04:05.000000Z'],
  c_interval: ['interval', `'1 day 2 hours'`, '1 day 02:00:00'],
  c_json: ['json', `'{"a": 1.0,  "b":[true]}'`, '{"a": 1.0,  "b":[true]}'],
  c_jsonb: ['jsonb', `'{"b":1,"a":{"c":null}}'`, '{"a": {"c": null}, "b": 1}'],
  c_bytea: ['bytea', `'\\x0102'`, undefined],
  c_enum: ['mood', `'so so'`, 'so so'],
  c_inet: ['inet', `'10.0.0.1'`, '10.0.0.1'],
  c_lsn: ['pg_lsn', `'16/B374D848'`, '00000016/B374D848'],
  c_point: ['point', `'(1,2)'`, '(1,2)'],
  c_text_array: ['text[]', `array['a b', 'c"d', null, 'NULL', '{}', 'e,f']`, '["a b","c\\"d",null,"NULL","{}","e,f"]'],
  c_int_array: ['int[]', `array[[1,2],[3,4]]`, '[[1,2],[3,4]]'],
  c_int_array_bounds: ['int[]', `'[0:1]={7,8}'`, '[7,8]'],
  c_bool_array: ['bool[]', `array[true,false]`, '[1,0]'],
  c_empty_array: ['text[]', `'{}'`, '[]'],
  c_time_array: ['timestamptz[]', `array['2026-01-02 03:04:05+00'::timestamptz]`, '["2026-01-02T03:04:05.000000Z"]'],
  c_json_array: ['jsonb[]', `array['{"a":1}'::jsonb]`, '[{"a": 1}]'],
  c_enum_array: ['mood[]', `array['ok','so so']::mood[]`, '["ok","so so"]'],
  c_domain: ['positive', '5', 5],
  c_null: ['text', 'null', null],
  c_null_int: ['int8', 'null', null],
};

const columns = Object.entries(golden);
const options = {
  schema: `
    create type mood as enum ('ok', 'so so');
    create domain positive as int check (value > 0);
    create table kinds (id text primary key, ${columns.map(([name, [type]]) => `${name} ${type}`).join()},
      c_generated int generated always as (length(id)) stored);`,
  rules: 'config:\n  edition: 3\nstreams:\n  all_kinds:\n    auto_subscribe: true\n    query: SELECT * FROM kinds\n',
};
const insert = (id: string): string =>
  `insert into kinds (id, ${columns.map(([name]) => name).join()}) values ('${id}', ${columns.map(([, [, sql]]) => sql).join()})`;

/** Integers that JSON.parse would round are marked `n`, reals without a fraction `r`. */
function parse(data: string): Record<string, unknown> {
  return JSON.parse(data.replace(/:(-?\d{16,})([,}])/g, ':"$1n"$2').replace(/:(-?\d+\.0)([,}])/g, ':"$1r"$2'));
}

test.each(['snapshot', 'live'])('every column type arrives as the real service sends it (%s)', async (when) => {
  const world = await worlds.start(options);
  await world.sql.query(insert('row'));
  if (when === 'snapshot') await world.restartSync();
  const raw = await RawStream.open(world, await memberToken('u1'));
  const replica = new Replica().apply(await raw.complete());
  if (replica.rows().length === 0) replica.apply(await raw.complete());
  const op = raw.lines.find((line) => line.data).data.data[0];
  const expected: Record<string, unknown> = { id: 'row' };
  for (const [name, [, , value]] of columns) if (value !== undefined) expected[name] = value;
  expect(parse(op.data)).toEqual(expected);
});

test('maps infinite times to the first and last representable one, and drops unrepresentable times', async () => {
  const world = await worlds.start(options);
  await world.sql.query(`
    insert into kinds (id, c_timestamptz, c_timestamp, c_date) values
      ('1', 'infinity', 'infinity', 'infinity'),
      ('2', '-infinity', '-infinity', '-infinity'),
      ('3', '0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00 BC', '0044-03-15 BC'),
      ('4', '10022-09-08 21:19:28+00', '10022-09-08 21:19:28', '10022-09-08'),
      ('5', '0022-09-08 21:19:28.5+00', '0022-09-08 21:19:28.5', '0022-09-08')`);
  await world.restartSync();
  const raw = await RawStream.open(world, await memberToken('u1'));
  const rows = new Replica().apply(await raw.complete()).rows();
  expect(rows.map((row) => [row.c_timestamptz, row.c_timestamp, row.c_date])).toEqual([
    ['9999-12-31T23:59:59.000000Z', '9999-12-31T23:59:59.000000', '9999-12-31'],
    ['0000-01-01T00:00:00.000000Z', '0000-01-01T00:00:00.000000', '0000-01-01'],
    [null, null, '0044-03-15 BC'],
    [null, '10022-09-08T21:19:28.000000', '10022-09-08'],
    ['0022-09-08T21:19:28.500000Z', '0022-09-08T21:19:28.500000', '0022-09-08'],
  ]);
});
