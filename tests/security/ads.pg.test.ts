import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { action, newMember, Session } from '../support/as-member.ts';
import { readReplica } from '../support/replica-of.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let db: pg.Client;
let ceo: Session;
let admin: Session;
let member: Session;
let guest: Session;
let client: string;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  db = await scratch.connect();
  const session = async (fields: Record<string, unknown>) =>
    new Session(await scratch.connect(), await newMember(db, fields));
  ceo = await session({ role: 'ceo' });
  admin = await session({ role: 'admin' });
  member = await session({});
  guest = new Session(await scratch.connect(), null);
  client = (await db.query("insert into ad_clients (name) values ('Ridge Outfitters') returning id")).rows[0].id;
});
afterAll(() => scratch.stop());
beforeEach(() => db.query('delete from private.rate_usage'));

/** Adds an ad as the form does. Resolves with the error, or null. */
const add = (session: Session, fields: Record<string, unknown> = {}, id: string = randomUUID()) => {
  const row = {
    ...{ id, title: 'Ear protection', type: 'square', image_url: 'https://img.example/a.png' },
    ...{ client_id: client, created_by: session.id, ...fields },
  };
  const names = Object.keys(row);
  const sql = `insert into ads (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()}) returning id`;
  return session.refusal(sql, Object.values(row));
};
const newAd = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const row = {
    title: 'Ear protection',
    type: 'square',
    image_url: 'https://img.example/a.png',
    client_id: client,
    ...fields,
  };
  const names = Object.keys(row);
  const { rows } = await db.query(
    `insert into ads (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()}) returning id`,
    Object.values(row),
  );
  return rows[0].id;
};
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const event = async (session: Session, ad: string, type = 'click', address = '198.51.100.1'): Promise<boolean> => {
  const headers = JSON.stringify({ 'x-forwarded-for': `6.6.6.6, ${address}`, 'user-agent': 'Test browser' });
  const [row] = await session.rows<{ counted: boolean }>(
    `select public.record_ad_event($1, $2) as counted from (select set_config('request.headers', $3, true)) headers`,
    [ad, type, headers],
  );
  return row?.counted === true;
};
const stats = async (ad: string) =>
  (await ceo.rows<{ ad_id: string }>('select * from public.ad_stats()')).find((row) => row.ad_id === ad);

describe('managing ads', () => {
  test('the ceo adds, changes, switches off and deletes', async () => {
    const id = randomUUID();
    expect(await add(ceo, { created_at: '2999-01-01T00:00:00Z' }, id)).toBeNull();
    const { rows } = await db.query('select is_live, created_at > now() as future from ads where id = $1', [id]);
    expect(rows).toEqual([{ is_live: true, future: false }]);
    await ceo.run('update ads set active = false where id = $1', [id]);
    expect((await db.query('select active, is_live from ads where id = $1', [id])).rows).toEqual([
      { active: false, is_live: false },
    ]);
    expect(await ceo.rows('delete from ads where id = $1 returning id', [id])).toEqual([{ id }]);
  });

  test('the queue of a device has no way to an ad, a client, a child-safety report or a consent', async () => {
    const rows = [
      ['ads', { title: 'Mine', type: 'square', image_url: 'https://img.example/a.png', client_id: client }],
      ['ad_clients', { name: 'Mine' }],
      ['csae_reports', { post_url: 'https://app.example/posts/1', description: 'Look' }],
      ['user_consents', { user_id: ceo.id, is_adult: 1, terms_version: '2026-11' }],
    ] as const;
    for (const [table, data] of rows)
      expect(await ceo.applyCrud(action({ op: 'PUT', table, id: randomUUID(), data }))).toMatchObject([
        { status: 'rejected', code: '42P01' },
      ]);
  });

  test('A25 A27: others cannot, including admins and a banned ceo', async () => {
    const id = await newAd();
    for (const session of [admin, member]) {
      expect(await add(session)).toMatchObject({ code: '42501' });
      expect(await session.rows("update ads set title = 'Mine' where id = $1 returning id", [id])).toEqual([]);
      expect(await session.rows('delete from ads where id = $1 returning id', [id])).toEqual([]);
      expect(
        await session.refusal("insert into ad_clients (name, created_by) values ('Mine', $1)", [session.id]),
      ).toMatchObject({ code: '42501' });
      expect(await session.rows('select * from ad_clients')).toEqual([]);
      expect(await session.refusal('select * from ad_stats()')).toMatchObject({ code: '42501' });
    }
    expect(await guest.refusal('select * from ad_clients')).toMatchObject({ code: '42501' });
    expect(await guest.refusal('select * from ad_stats()')).toMatchObject({ code: '42501' });
    expect(await ceo.rows('select * from ad_clients')).not.toEqual([]);
    await db.query('update profiles set is_banned = true where id = $1', [ceo.id]);
    expect(await add(ceo)).toMatchObject({ code: '42501' });
    await db.query('update profiles set is_banned = false where id = $1', [ceo.id]);
    expect((await db.query('select title from ads where id = $1', [id])).rows).toEqual([{ title: 'Ear protection' }]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no title', { title: ' ' }, '23514'],
    ['another type', { type: 'popup' }, '23514'],
    ['no image', { image_url: null }, '23502'],
    ['no client', { client_id: null }, '23502'],
    ['A29 a script as address', { destination_url: 'javascript:alert(1)' }, '23514'],
    ['A29 a script as picture', { mobile_image_url: 'data:text/html,x' }, '23514'],
    ['an end before the start', { start_date: day(0), end_date: day(-1) }, '23514'],
  ])('%s is refused', async (_name, fields, code) => {
    expect(await add(ceo, fields)).toMatchObject({ code });
  });
});

test('members and guests see the ads that run today, by REST and by sync', async () => {
  const ads = {
    running: await newAd(),
    lastDay: await newAd({ start_date: day(-3), end_date: day(0) }),
    off: await newAd({ active: false }),
    over: await newAd({ start_date: day(-3), end_date: day(-1) }),
    coming: await newAd({ start_date: day(1) }),
  };
  const known = (ids: string[]) => Object.keys(ads).filter((name) => ids.includes(ads[name as keyof typeof ads]));
  for (const session of [guest, member, admin]) {
    const rows = await session.rows<{ id: string }>('select id from ads');
    expect(known(rows.map((row) => row.id))).toEqual(['running', 'lastDay']);
    const replica = await readReplica(scratch.url, { userId: session.id ?? 'guest', streams: { managed_ads: [{}] } });
    expect(known(replica.ids('ads'))).toEqual(['running', 'lastDay']);
    expect(replica.ids('managed_ads')).toEqual([]);
    expect(replica.ids('ad_clients')).toEqual([]);
    expect(Object.keys(replica.tables.get('ads')?.get(ads.running) ?? {})).toEqual([
      ...['id', 'title', 'type', 'destination_url', 'image_url', 'mobile_image_url', 'turn'],
    ]);
  }
  const own = await readReplica(scratch.url, { userId: ceo.id ?? '', streams: { managed_ads: [{}] } });
  expect(known(own.ids('managed_ads'))).toEqual(Object.keys(ads));
  expect(own.ids('ad_clients')).toContain(client);
});

test('midnight: the flag that streams use follows the calendar', async () => {
  const id = await newAd({ start_date: day(-3), end_date: day(0) });
  await db.query(
    "set session_replication_role = replica; update ads set end_date = current_date - 1 where id = '" +
      id +
      "'; reset session_replication_role",
  );
  const live = async () => (await db.query('select is_live from ads where id = $1', [id])).rows[0].is_live;
  expect(await live()).toBe(true);
  expect((await db.query('select refresh_ads() as changed')).rows[0].changed).toBe(1);
  expect(await live()).toBe(false);
  expect((await db.query('select refresh_ads() as changed')).rows[0].changed).toBe(0);
  expect(await member.refusal('select refresh_ads()')).toMatchObject({ code: '42501' });
});

test('the order of the ads changes from day to day, by the server alone', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => newAd()));
  const orderOn = async (date: string) =>
    (await db.query('select id from unnest($1::uuid[]) id order by private.ad_turn(id, $2), id', [ids, date])).rows.map(
      ({ id }) => ids.indexOf(id),
    );
  const month = Array.from({ length: 30 }, (_, index) => day(index));
  const orders = await Promise.all(month.map(orderOn));
  // Each ad is the first one on some days.
  expect(new Set(orders.map(([first]) => first)).size).toBe(5);
  const { rows } = await db.query(
    'select min(t), max(t) from (select private.ad_turn(gen_random_uuid(), current_date) t from generate_series(1, 5000)) s',
  );
  expect(rows[0].min).toBeGreaterThanOrEqual(0);
  expect(rows[0].max).toBeLessThan(997);

  const turns = async () =>
    (await db.query('select id, turn from ads where id = any ($1) order by id', [ids])).rows as unknown[];
  const today = await turns();
  await db.query('set session_replication_role = replica');
  await db.query('update ads set turn = private.ad_turn(id, current_date - 1) where id = any ($1)', [ids]);
  await db.query('reset session_replication_role');
  expect(await turns()).not.toEqual(today);
  await db.query('select refresh_ads()');
  expect(await turns()).toEqual(today);
  expect(await ceo.refusal('update ads set turn = 1 where id = $1', [ids[0]])).toMatchObject({ code: '42501' });
});

describe('ad events', () => {
  test('count once per viewer, ad and hour (A56)', async () => {
    const id = await newAd();
    expect(await event(member, id, 'impression')).toBe(true);
    expect(await event(guest, id, 'impression')).toBe(true);
    expect(await event(guest, id, 'impression', '198.51.100.2')).toBe(true);
    expect(await event(member, id)).toBe(true);
    for (let i = 0; i < 5; i++) {
      expect(await event(member, id, 'click', `203.0.113.${i}`)).toBe(false);
      expect(await event(guest, id, 'impression')).toBe(false);
    }
    expect(await stats(id)).toMatchObject({ impressions: '3', clicks: '1', ctr: 33.3 });
  });

  test('A63: address, browser and member are the server’s', async () => {
    const id = await newAd();
    await event(member, id);
    expect(
      (await db.query('select user_id, host(ip_address) as ip, user_agent from ad_events where ad_id = $1', [id])).rows,
    ).toEqual([{ user_id: member.id, ip: '198.51.100.1', user_agent: 'Test browser' }]);
    expect(
      await member.refusal(
        "insert into ad_events (ad_id, event_type, viewer, counted_hour) values ($1, 'click', 'x', now())",
        [id],
      ),
    ).toMatchObject({ code: '42501' });
  });

  test('an event that is sent again under its id does not count again, also in the next hour', async () => {
    const id = await newAd();
    const eventId = randomUUID();
    const send = () =>
      member.rows<{ counted: boolean }>("select public.record_ad_event($1, 'click', $2) as counted", [id, eventId]);
    expect(await send()).toEqual([{ counted: true }]);
    await db.query("update ad_events set counted_hour = counted_hour - interval '1 hour' where ad_id = $1", [id]);
    expect(await send()).toEqual([{ counted: false }]);
    expect(await stats(id)).toMatchObject({ impressions: '0', clicks: '1' });
  });

  test('a view that waited on the device counts in its own hour and day, up to a week back, once also under replay', async () => {
    const id = await newAd({ created_at: new Date(Date.now() - 20 * 86_400_000), start_date: day(-20) });
    const seen = async (hours: number, ad = id, eventId: string = randomUUID(), session = member) => {
      const [row] = await session.rows<{ counted: boolean }>(
        "select public.record_ad_event($1, 'impression', $2, $3) as counted",
        [ad, eventId, Math.round(hours * 3600)],
      );
      return row?.counted;
    };
    const first = randomUUID();
    expect([await seen(50, id, first), await seen(30), await seen(2), await seen(0)]).toEqual([true, true, true, true]);
    // The same event under its id, with another age; another one of the same hour; a time that has not come.
    expect([await seen(80, id, first), await seen(2), await seen(-5)]).toEqual([false, false, false]);
    expect([await seen(7 * 24 + 1), await seen(1e5)]).toEqual([false, false]);
    const days = await ceo.rows<{ day: string; impressions: string }>(
      'select day::text, impressions from ad_days(14) where ad_id = $1',
      [id],
    );
    const expected = new Map<string, number>();
    for (const hours of [50, 30, 2, 0]) {
      const on = new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 10);
      expected.set(on, (expected.get(on) ?? 0) + 1);
    }
    expect(new Map(days.map((row) => [row.day, Number(row.impressions)]))).toEqual(
      new Map([...expected].toSorted(([one], [other]) => one.localeCompare(other))),
    );

    // Only an ad that was there and ran then; one that has ended since counts.
    const fresh = await newAd();
    const ended = await newAd({
      created_at: new Date(Date.now() - 20 * 86_400_000),
      start_date: day(-20),
      end_date: day(-2),
    });
    const off = await newAd({ created_at: new Date(Date.now() - 86_400_000), active: false });
    expect([await seen(30, fresh), await seen(72, ended), await seen(1, ended), await seen(2, off)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
    // More in an hour than a device can have seen.
    await db.query('delete from private.rate_usage');
    await db.query("update private.rate_limits set max_count = 2 where action = 'late_ad_event'");
    expect([await seen(60), await seen(61), await seen(62), await seen(0, fresh)]).toEqual([true, true, false, true]);
    await db.query("update private.rate_limits set max_count = 48 where action = 'late_ad_event'");
  });

  test('only the ceo can read sums per day', async () => {
    const id = await newAd();
    await event(member, id, 'impression');
    await event(guest, id, 'impression');
    await db.query('update private.ad_days set day = day - 3 where ad_id = $1', [id]);
    await event(member, id);
    const days = (count: number) =>
      ceo.rows('select day::text, impressions, clicks from ad_days($1) where ad_id = $2', [count, id]);
    expect(await days(14)).toEqual([
      { day: day(-3), impressions: '2', clicks: '0' },
      { day: day(0), impressions: '0', clicks: '1' },
    ]);
    expect(await days(3)).toEqual([{ day: day(0), impressions: '0', clicks: '1' }]);
    expect(await stats(id)).toMatchObject({ impressions: '2', clicks: '1', ctr: 50 });
    for (const session of [guest, member, admin])
      expect(await session.refusal('select * from ad_days(14)')).toMatchObject({ code: '42501' });
  });

  test('parallel clicks make one; more than the hour’s bound make none', async () => {
    const id = await newAd();
    const sessions = await Promise.all(
      Array.from({ length: 12 }, async () => new Session(await scratch.connect(), member.id)),
    );
    const counted = await Promise.all(sessions.map((session) => event(session, id)));
    expect(counted.filter(Boolean)).toHaveLength(1);
    await db.query("update private.rate_limits set max_count = 2 where action = 'ad_event'");
    await db.query('delete from private.rate_usage');
    const seen = [];
    for (let i = 0; i < 3; i++) seen.push(await event(guest, await newAd(), 'click', '198.51.100.77'));
    await db.query("update private.rate_limits set max_count = 300 where action = 'ad_event'");
    expect(seen).toEqual([true, true, false]);
  });

  test('A55: a visitor above the bound costs nothing, and one IPv6 network is one visitor', async () => {
    const id = await newAd();
    expect(await event(guest, id, 'impression', '2001:db8:0:7::1')).toBe(true);
    expect(await event(guest, id, 'impression', '2001:db8:0:7:ffff::2')).toBe(false);
    expect(await event(guest, id, 'impression', '2001:db8:0:8::1')).toBe(true);
    expect(await event(guest, id, 'impression', '198.51.100.90')).toBe(true);
    expect(await event(guest, id, 'impression', '::ffff:198.51.100.90')).toBe(false);
    await db.query("update private.rate_limits set max_count = 1 where action = 'ad_event'");
    const over = await newAd();
    await db.query('begin; set local session_replication_role = replica');
    await db.query('update ads set is_live = false where id = $1', [over]);
    await db.query('commit');
    expect(await event(guest, id, 'click', '2001:db8:0:7::3')).toBe(false);
    const isLive = async () => (await db.query('select is_live from ads where id = $1', [over])).rows[0].is_live;
    expect(await isLive()).toBe(false);
    expect(await event(guest, id, 'click', '198.51.100.91')).toBe(true);
    expect(await isLive()).toBe(true);
    await db.query("update private.rate_limits set max_count = 300 where action = 'ad_event'");
  });

  test('no event for an ad that is off, gone or unknown, nor of another kind', async () => {
    expect(await event(member, await newAd({ active: false }))).toBe(false);
    expect(await event(member, randomUUID())).toBe(false);
    await expect(event(member, await newAd(), 'purchase')).rejects.toThrow('impression or a click');
  });

  test('A35: events cannot be read; CTR without impressions is 0', async () => {
    for (const session of [guest, member, admin, ceo])
      expect(await session.refusal('select * from ad_events')).toMatchObject({ code: '42501' });
    expect(await stats(await newAd())).toMatchObject({ impressions: '0', clicks: '0', ctr: 0 });
  });

  test('addresses are forgotten after 30 days, sums are not', async () => {
    const id = await newAd();
    await event(member, id, 'impression');
    await db.query("update ad_events set created_at = now() - interval '31 days' where ad_id = $1", [id]);
    await db.query('select forget_ad_events()');
    expect((await db.query('select 1 from ad_events where ad_id = $1', [id])).rows).toEqual([]);
    expect(await stats(id)).toMatchObject({ impressions: '1' });
  });
});

test('a first visit gets an ad that runs, and one for wide windows if that is for narrow ones only', async () => {
  await db.query('update ads set active = false where active');
  const types = async (session: Session) => {
    const [row] = await session.rows<{ ads: { type: string }[] }>("select first_posts() -> 'ads' as ads");
    return row?.ads.map(({ type }) => type);
  };
  await newAd({ type: 'skyscraper' });
  await newAd({ type: 'square', active: false });
  await newAd({ type: 'square', start_date: day(2) });
  expect(await types(guest)).toEqual([]);
  expect(await types(ceo)).toEqual([]);
  await newAd({ type: 'mobile' });
  expect(await types(guest)).toEqual(['mobile']);
  await newAd({ type: 'banner' });
  const found = new Set<string>();
  // At random: one of them is missing once in 2^40 runs.
  for (let visit = 0; visit < 40; visit++) found.add(String(await types(guest)));
  expect([...found].toSorted()).toEqual(['banner', 'mobile,banner']);
});
