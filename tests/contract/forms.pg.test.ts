import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ContactMessage, CsaeReport } from '#contract/forms.ts';
import { cleanText } from '#contract/text.ts';
import { Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

// The forms' schemas and the database accept the same cases.
let scratch: ScratchDatabase;
let db: pg.Client;
let guest: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  db = await scratch.connect();
  await db.query("update private.rate_limits set max_count = 1000000 where action in ('contact', 'csae_report')");
  guest = new Session(await scratch.connect(), null);
});
afterAll(() => scratch.stop());

const insert = async (table: string, row: Record<string, unknown>): Promise<boolean> => {
  const names = Object.keys(row);
  const sql = `insert into ${table} (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`;
  return (await guest.refusal(sql, Object.values(row))) === null;
};

test('device and database agree, for every character, whether there is text', async () => {
  const planes =
    'select chr(n) as one, n from generate_series(1, 196607) n where n not between 55296 and 57343 union all select chr(n), n from generate_series(917504, 922000) n';
  const { rows } = await db.query<{ n: number }>(
    `select n from (${planes}) c where not private.has_text(one) order by n`,
  );
  const blank: number[] = [];
  for (let n = 1; n <= 922_000; n++) {
    if (n === 196_608) n = 917_504;
    if ((n < 55_296 || n > 57_343) && cleanText(String.fromCodePoint(n)) === '') blank.push(n);
  }
  expect(rows.map((row) => row.n)).toEqual(blank);
  expect(blank.length).toBeGreaterThan(100);
});

const letter = { name: 'Dana Field', email: 'dana@example.org', message: 'Hello there' };
describe('contact form', () => {
  test.each<[string, Record<string, unknown>, boolean]>([
    ['all filled', {}, true],
    ['white space around', { name: '  Dana\t', email: ' dana@example.org\n', message: '\u00a0Hi\u3000' }, true],
    ['no name', { name: ' \n' }, false],
    ['no email', { email: '' }, false],
    ['no message', { message: '\u2003' }, false],
    ['the longest name', { name: 'x'.repeat(60) }, true],
    ['a name one character longer', { name: 'x'.repeat(61) }, false],
    ['the longest name in emoji', { name: '🎯'.repeat(60) }, true],
    ['the longest email', { email: `${'x'.repeat(88)}@example.org` }, true],
    ['an email one character longer', { email: `${'x'.repeat(89)}@example.org` }, false],
    ['the longest message', { message: 'x'.repeat(1000) }, true],
    ['a message one character longer', { message: 'x'.repeat(1001) }, false],
    ['lines in the message', { message: 'One\r\nTwo' }, true],
    ['A51 CR LF in the name', { name: 'Dana\r\nBcc: all@example.org' }, false],
    ['A51 a line feed in the email', { email: 'dana@example.org\nBcc: b@example.org' }, false],
    ['A51 a line separator', { name: 'Dana\u2028Bcc' }, false],
    ['A51 a next-line sign', { name: 'Dana\u0085Bcc' }, false],
    ['two addresses', { email: 'a@example.org,b@example.org' }, false],
    ['a name with an address', { email: 'Dana <dana@example.org>' }, false],
    ['no domain', { email: 'dana@localhost' }, false],
  ])('%s', async (_name, fields, accepted) => {
    const row = { ...letter, ...fields };
    expect({ form: ContactMessage.safeParse(row).success, database: await insert('contact_messages', row) }).toEqual({
      form: accepted,
      database: accepted,
    });
  });
});

const report = { post_url: 'https://rangeday.example/posts/1', description: 'This should not be here.' };
describe('child-safety report', () => {
  test.each<[string, Record<string, unknown>, boolean]>([
    ['only required fields', {}, true],
    ['everything', { victim_username: ' kid_1 ', reporter_email: ' me@example.org ' }, true],
    ['empty optional fields', { victim_username: ' ', reporter_email: '' }, true],
    ['no URL', { post_url: ' ' }, false],
    ['text that is not a URL', { post_url: 'the third post' }, false],
    ['another scheme', { post_url: 'javascript:alert(1)' }, false],
    ['user info', { post_url: 'https://a@b.example/' }, false],
    ['white space around the URL', { post_url: '\n https://rangeday.example/?a=b#c ' }, true],
    ['white space inside the URL', { post_url: 'https://rangeday.example/a b' }, false],
    ['capital letters', { post_url: 'HTTPS://RANGEDAY.EXAMPLE' }, true],
    ['non-ASCII letters', { post_url: 'https://münchen.example/straße' }, true],
    ['too long a URL', { post_url: `https://rangeday.example/${'x'.repeat(2048)}` }, false],
    ['no description', { description: '\t' }, false],
    ['the longest description', { description: 'x'.repeat(10_000) }, true],
    ['a description one character longer', { description: 'x'.repeat(10_001) }, false],
    ['an invalid email address', { reporter_email: 'me' }, false],
    ['CR LF in the email address', { reporter_email: 'me@example.org\r\nBcc: b@example.org' }, false],
    ['too long a name', { victim_username: 'x'.repeat(61) }, false],
    ['a path in another bucket', { storage_paths: ['../post-images/x.png'] }, false],
    ['eleven files', { storage_paths: Array.from({ length: 11 }, () => `${randomUUID()}/a.png`) }, false],
  ])('%s', async (_name, fields, accepted) => {
    const row = { id: randomUUID(), ...report, ...fields };
    expect({ form: CsaeReport.safeParse(row).success, database: await insert('csae_reports', row) }).toEqual({
      form: accepted,
      database: accepted,
    });
  });
});
