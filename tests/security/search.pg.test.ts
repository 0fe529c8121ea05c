import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNSPACED } from '#contract/unspaced.ts';
import { newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let db: pg.Client;
let author: Session;
let friend: Session;
let stranger: Session;
let guest: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  db = await scratch.connect();
  const sessions = await scratch.connect();
  author = new Session(sessions, await newMember(db));
  friend = new Session(sessions, await newMember(db));
  stranger = new Session(sessions, await newMember(db));
  guest = new Session(sessions, null);
  await db.query('select private.befriend($1, $2)', [author.id, friend.id]);
});
afterAll(() => scratch.stop());

async function write(title: string, fields: Record<string, unknown> = {}): Promise<string> {
  const row = { id: randomUUID(), user_id: author.id, title, ...fields };
  const names = Object.keys(row);
  await db.query(
    `insert into posts (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`,
    Object.values(row),
  );
  return row.id;
}
const find = async (who: Session, term: string) =>
  (await who.rows<{ id: string }>('select id from search_texts($1)', [term])).map(({ id }) => id);

test('every word is looked for, each as the beginning of one, in title and text, in any case', async () => {
  const id = await write('Woodcock at dusk', { description: 'Seen near the POND' });
  for (const term of ['woodc', 'WOODCOCK pond', 'dus near', 'wood-pon', `"pond" & 'wood`])
    expect(await find(guest, term), term).toEqual([id]);
  for (const term of ['cock', 'woodcock heron', '', ' ', "'", '%', 'a'.repeat(5000), "x':* | 'woodcock"])
    expect(await find(guest, term), term.slice(0, 20)).toEqual([]);
});

test('finds only posts and comments that the caller may read, and none of blocked or muted members', async () => {
  const forFriends = await write('Quorum friends', { visibility: 'friends' });
  const chosen = await write('Quorum chosen', { visibility: 'friends', shared_with: [author.id] });
  const waiting = await write('Quorum waiting', { status: 'pending_media' });
  const open = await write('Quorum open');
  await write('Quorum removed', { status: 'removed' });
  const [comment] = (
    await db.query<{ id: string }>(
      "insert into comments (post_id, user_id, text) values ($1, $2, 'Quorum here') returning id",
      [forFriends, author.id],
    )
  ).rows;
  const sets = async (who: Session) => new Set(await find(who, 'quorum'));
  expect(await sets(author)).toEqual(new Set([forFriends, chosen, open, comment?.id]));
  expect(await sets(friend)).toEqual(new Set([forFriends, open, comment?.id]));
  for (const who of [stranger, guest]) expect(await sets(who)).toEqual(new Set([open]));
  expect(await sets(friend)).not.toContain(waiting);
  await db.query('insert into mutes (user_id, muted_id) values ($1, $2)', [friend.id, author.id]);
  await db.query('insert into blocks (user_id, blocked_id) values ($1, $2)', [stranger.id, author.id]);
  for (const who of [friend, stranger]) expect(await find(who, 'quorum')).toEqual([]);
});

test('a name of a round, a rifle or a word with accents is found as it is written', async () => {
  const id = await write('5.56 or 6.5 Creedmoor', {
    description: `AR-15 in wind/rain at caf\u00e9 e\u0301clair, 10mm, https://range.example/berm_9?x=1 ${'long'.repeat(900)}`,
  });
  for (const term of [
    '5.56',
    '6.5 creedmoor',
    'AR-15',
    'ar15x'.slice(0, 2),
    '15',
    'wind/rain',
    'rain',
    'cafe',
    'CAF\u00c9',
    'cafe\u0301 \u00e9clair',
    '10mm',
    '10m',
    'berm',
    'range.example/berm_9',
    'longlong',
  ])
    expect(await find(guest, term), term).toEqual([id]);
  for (const term of ['5.57', 'ar-16', 'clair', '0mm']) expect(await find(guest, term), term).toEqual([]);
});

test('tags of public posts are found by their beginning', async () => {
  const tags = async (who: Session, term: string) =>
    (await who.rows<{ tag: string }>('select tag from search_tags($1)', [term])).map(({ tag }) => tag);
  await write('One', { description: '#quailhunt #quail' });
  await write('Two', { description: '#quail' });
  await write('Three', { description: '#quailsecret', visibility: 'friends' });
  await db.query('select private.apply_count_changes()');
  for (const who of [guest, friend]) expect(await tags(who, ' Quail')).toEqual(['quail', 'quailhunt']);
  for (const term of ['q', 'q%', 'qua_l', '', 'uail']) expect(await tags(guest, term), term).toEqual([]);
});

/** Without the limit of a sender. */
const findPublic = async (term: string) =>
  (
    await db.query<{ id: string }>(
      `select private.public_posts_with(private.words_query($1), '{}') as id union all select private.public_comments_with(private.words_query($1), '{}')`,
      [term],
    )
  ).rows.map(({ id }) => id);

test.each([
  ['土曜日の射撃場', ['射撃場', '射撃', '場', '土曜', 'の射撃'], ['射場', '日曜']],
  ['今日10mの射撃', ['10m', '今日10'], ['0m']],
  ['วันนี้ที่สนามยิงปืน', ['สนาม', 'ยิงปืน'], ['สนุก']],
  ['ตารางซ้อมยิงปืนวันเสาร์', ['ซ้อม', 'ยิงปืน', 'วันเสาร์', 'ซ'], ['อาทิตย์', 'ซ้ำ']],
  ['周六靶场开放时间', ['靶场', '开放', '场', '场开'], ['靶开', '周日', '日']],
  ['토요사격장에서', ['사격장', '토요'], ['사장']],
  ['निशानेबाज़ी का मैदान', ['मैदान', 'निशाने'], ['शाने']],
])('of “%s” the words inside are found: %j', async (title, terms, others) => {
  const id = await write(title);
  const [comment] = (
    await db.query<{ id: string }>('insert into comments (post_id, user_id, text) values ($1, $2, $3) returning id', [
      id,
      author.id,
      title,
    ])
  ).rows;
  for (const term of terms) expect(await findPublic(term), term).toEqual(expect.arrayContaining([id, comment?.id]));
  for (const term of others) expect(await findPublic(term), term).toEqual([]);
  await db.query('delete from posts where id = $1', [id]);
});

test('the app and the server know the same scripts without spaces', async () => {
  const ends = [...UNSPACED]
    .filter((letter) => letter !== '-')
    .flatMap((letter) => {
      const at = letter.codePointAt(0) ?? 0;
      return [at - 1, at, at + 1].map((each) => String.fromCodePoint(each));
    });
  const { rows } = await db.query<{ is_unspaced: boolean }>(
    'select (select bool_and(r.is_unspaced) from private.runs_in(l) r) as is_unspaced from unnest($1::text[]) with ordinality as e (l, n) order by n',
    [ends],
  );
  const pattern = new RegExp(`[${UNSPACED}]`, 'u');
  expect(rows.map((row) => row.is_unspaced)).toEqual(ends.map((letter) => pattern.test(letter)));
});

test('a tag is found by a word inside of it, and in any case', async () => {
  await db.query("insert into tag_counts values ('土曜射撃', 2), ('öl-wechsel', 1)");
  const tags = async (term: string) =>
    (await guest.rows<{ tag: string }>('select tag from search_tags($1)', [term])).map(({ tag }) => tag);
  for (const term of ['土曜', '射撃']) expect(await tags(term), term).toEqual(['土曜射撃']);
  for (const term of ['ÖL', 'o\u0308l-', 'wech', 'ol']) expect(await tags(term), term).toEqual(['öl-wechsel']);
  expect(await tags('曜撃')).toEqual([]);
});

test('a sender is answered up to a limit', async () => {
  await db.query("update private.rate_limits set max_count = 2 where action = 'search'");
  const late = new Session(await scratch.connect(), await newMember(db));
  const id = await write('Limited thrush');
  for (const expected of [[id], [id], []]) expect(await find(late, 'thrush')).toEqual(expected);
});
