import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CrudOp } from '#contract/crud.ts';
import { action, Session } from '../support/as-member.ts';
import { readReplica } from '../support/replica-of.ts';
import { insert, openSmallWorld, post, refusedInsert } from '../support/social.ts';

/*
 * What one member writes takes no place, time or space from others: each of these was bounded for honest devices alone.
 */

const world = await openSmallWorld();
const { author, friend, stranger } = world;

/** Another session of the member, with the time limit of a member's call. */
const limited = async ({ id }: Session) => {
  const db = await world.scratch.connect();
  await db.query("set statement_timeout = '8s'");
  return new Session(db, id);
};

describe('A55: refused actions', () => {
  const name = { op: 'PUT', table: 'posts', id: randomUUID() } as const;
  const long = 'x'.repeat(500_000);
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a field that no operation has', { ...name, junk: long }, name],
    ['a table that does not exist', { ...name, table: long }, { ...name, table: 'x'.repeat(63) }],
    ['a verb that does not exist', { ...name, op: long }, { ...name, op: 'xxxxxx' }],
    ['an id that is none', { ...name, id: long }, { ...name, id: 'x'.repeat(36) }],
  ])('of one with %s, nothing longer than a name is kept', async (_, op, kept) => {
    // Cast: no device sends it.
    const sent = action(op as unknown as CrudOp);
    expect((await stranger.applyCrud(sent))[0]?.status).toBe('rejected');
    expect(await stranger.rows('select ops from write_rejections where id = $1', [sent.action_id])).toEqual([
      { ops: [kept] },
    ]);
  });

  test('control: one of an honest size is kept whole', async () => {
    const sent = action({ ...name, data: { title: 'x'.repeat(201), visibility: 'public', user_id: stranger.id } });
    await stranger.applyCrud(sent);
    expect(await stranger.rows('select ops from write_rejections where id = $1', [sent.action_id])).toEqual([
      { ops: sent.ops },
    ]);
  });
});

describe('A10: the 30 places of posts that a member was chosen for', () => {
  const chosen = (by: Session, title: string) => post(by, { visibility: 'friends', shared_with: [author.id], title });
  const held = async () => {
    const replica = await readReplica(world.scratch.url, {
      userId: author.id ?? '',
      streams: { shared_with_me: [{}] },
    });
    return [...(replica.tables.get('posts')?.values() ?? [])].map(({ title }) => title);
  };

  test('strangers take none; those of friends follow the friendship', async () => {
    await chosen(friend, 'From a friend');
    for (let count = 0; count < 31; count += 1) await chosen(stranger, 'From a stranger');
    expect(await held()).toEqual(['From a friend']);
    // They are friends by now, and theirs are the newest.
    await world.admin.query('select private.befriend($1, $2)', [author.id, stranger.id]);
    expect(await held()).toEqual(Array.from({ length: 30 }, () => 'From a stranger'));
    await author.run('delete from friends where user_id = $1 and friend_id = $2', [author.id, stranger.id]);
    expect(await held()).toEqual(['From a friend']);
  });

  test('control: the newest 30 of a friend', async () => {
    for (let count = 0; count < 31; count += 1) await chosen(friend, 'Newer');
    expect(await held()).toEqual(Array.from({ length: 30 }, () => 'Newer'));
  });
});

describe('A55: texts that take long to read', () => {
  test('posts in a script without spaces do not end the searches of others', async () => {
    await post(friend, { title: 'Fog on the line' });
    const words = '\u{e01}'.repeat(10_000);
    for (let count = 0; count < 30; count += 1) await post(stranger, { title: '', description: words });
    const searcher = await limited(author);
    expect(await searcher.rows("select title from search_texts('fog line')")).toEqual([{ title: 'Fog on the line' }]);
    expect(await searcher.rows("select id from search_texts('\u{e01}\u{e01}')")).toHaveLength(20);
  });

  test('comments with thousands of unseen characters do not keep others from commenting with the same tag', async () => {
    const id = await post(author, { title: '#fog' });
    const flood = await limited(stranger);
    const text = `#fog i${'\u{34f}'.repeat(4900)}`;
    for (let count = 0; count < 20; count += 1)
      expect(await refusedInsert(flood, 'comments', { post_id: id, text }), `comment ${count}`).toBeNull();
    await insert(await limited(friend), 'comments', { post_id: id, text: 'More #fog' });
    expect(await world.one("select comments -> 'more' from listed_posts where list = '#fog'")).toBe(1);
  });

  /** A letter with marks that have to be sorted. */
  const marked = `a${'\u{345}'.repeat(2300)}${'\u{334}'.repeat(2300)}`;

  test('posts with thousands of marks on one letter do not end the searches of others', async () => {
    for (let count = 0; count < 8; count += 1) await post(stranger, { description: marked + marked });
    expect(await (await limited(author)).refusal("select * from search_texts('rifle')")).toBeNull();
  });

  test('comments with thousands of marks do not keep others from commenting with the same tags', async () => {
    const id = await post(author, { title: 'Tags' });
    const tags = Array.from({ length: 20 }, (_, n) => `#tag${n}`).join(' ');
    const flood = await limited(stranger);
    for (let count = 0; count < 12; count += 1)
      expect(await refusedInsert(flood, 'comments', { post_id: id, text: `${tags} ${marked}` }), `${count}`).toBeNull();
    await insert(await limited(friend), 'comments', { post_id: id, text: 'More #tag0' });
    expect(
      await world.one("select jsonb_array_length(comments -> 'list') from listed_posts where list = '#tag0'"),
    ).toBe(13);
  });

  test.each([
    ['x\u{301} é e\u{301}\u{327}', 'NFC'],
    ['กำลังพัฒนา'.repeat(60), 'NFD'],
  ] as const)('control: %s in %s is as JavaScript has it', async (text, form) => {
    expect(await world.one('select private.normalized($1, $2)', [text, form])).toBe(text.normalize(form));
  });

  test.each([
    ['i\u{307}\u{34f}', 'i'],
    ['i\u{34f}\u{307}', 'i'],
    ['i\u{307}\u{307}', 'i\u{307}'],
    ['ai\u{307}i\u{307}', 'aii'],
    ['\u{307}i', '\u{307}i'],
    ['\u{130}x', 'ix'],
  ])('control: the name of #%s is as it was', async (written, tag) => {
    expect(await world.one('select private.tag_name($1)', [written])).toBe(tag);
  });

  test.each([
    ['กขค', true, ['กข', 'ขค', 'ค']],
    ['กขค', false, ['กข', 'ขค']],
    ['ก', false, ['ก']],
    ['ก', true, ['ก']],
  ])('control: the pairs of %s, with the last letter: %s', async (run, withLast, pairs) => {
    expect(await world.one('select array(select private.pairs_in($1, $2))', [run, withLast])).toEqual(pairs);
  });
});

describe('A55: rows that are written without a change go to every device that has them', () => {
  /** Three times it is accepted. */
  const fourth = async (who: Session, rate: string, sql: string, ...values: unknown[]) => {
    await world.admin.query('update private.rate_limits set max_count = 3 where action = $1', [rate]);
    await world.admin.query('delete from private.rate_usage where action = $1', [rate]);
    for (let count = 0; count < 3; count += 1) expect(await who.refusal(sql, values), `${count}`).toBeNull();
    const refused = await who.refusal(sql, values);
    await world.admin.query('update private.rate_limits set max_count = 100000 where action = $1', [rate]);
    return refused?.code;
  };

  test('posts and comments count as edits', async () => {
    const id = await post(stranger);
    expect(await fourth(stranger, 'post_edit', 'update posts set sticky = false where id = $1', id)).toBe('PT429');
    const text = await insert(stranger, 'comments', { post_id: id, text: 'Same' });
    const same = "update comments set text = 'Same' where id = $1";
    expect(await fourth(stranger, 'comment_edit', same, text)).toBe('PT429');
  });

  test('control: staff who flag a post edit nothing', async () => {
    const id = await post(world.staff);
    const flag = 'update posts set flagged = not flagged where id = $1';
    expect(await fourth(world.staff, 'post_edit', flag, id)).toBeUndefined();
  });

  test('a message stays read, and neither it nor a friendship is written again without end', async () => {
    const message = { sender_id: author.id, recipient_id: friend.id, content: 'Hi' };
    const id = await insert(author, 'private_messages', message);
    const mark = 'update private_messages set read = $2 where id = $1';
    expect(await friend.refusal(mark, [id, true])).toBeNull();
    expect(await friend.refusal(mark, [id, false])).toMatchObject({ code: '42501' });
    expect(await fourth(friend, 'unchanged', mark, id, true)).toBe('PT429');
    const same = "update friends set status = 'accepted' where user_id = $1 and friend_id = $2";
    expect(await fourth(author, 'unchanged', same, author.id, friend.id)).toBe('PT429');
  });
});
