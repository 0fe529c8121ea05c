import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_ROUTES } from '#contract/page-views.ts';
import { newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let db: pg.Client;
let ceo: Session;
let member: Session;
let guest: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  db = await scratch.connect();
  const session = async (fields: Record<string, unknown>) =>
    new Session(await scratch.connect(), await newMember(db, fields));
  ceo = await session({ role: 'ceo' });
  member = await session({});
  guest = new Session(await scratch.connect(), null);
});
afterAll(() => scratch.stop());

const view = async (session: Session, route: string | null): Promise<boolean | undefined> =>
  (await session.rows<{ counted: boolean }>('select public.record_page_view($1) as counted', [route]))[0]?.counted;
const views = () => ceo.rows('select route, views from page_view_days(1) order by route');

test('views are summed per day and route, and only the ceo reads them', async () => {
  expect(await view(guest, '/')).toBe(true);
  expect(await view(member, '/')).toBe(true);
  expect(await view(member, '/posts/{postId}')).toBe(true);
  expect(await views()).toEqual([
    { route: '/', views: '2' },
    { route: '/posts/{postId}', views: '1' },
  ]);
  for (const session of [guest, member])
    expect(await session.refusal('select * from page_view_days(1)')).toMatchObject({ code: '42501' });
  const { rows } = await db.query(
    "select column_name from information_schema.columns where table_schema = 'private' and table_name = 'page_views' order by 1",
  );
  expect(rows.map((row) => row.column_name)).toEqual(['day', 'route', 'views']);
});

test('A63: an address with an id in it is not counted, nor more than the bound from one place', async () => {
  for (const route of ['/messages/6f1f36f0-8f5e-4c5b-9c8e-2f0f5f0f5f0f', '/?token=x', '', null])
    expect(await view(member, route)).toBe(false);
  await db.query(
    "update private.rate_limits set max_count = 1 where action = 'page_view'; delete from private.rate_usage",
  );
  expect([await view(member, '/about'), await view(member, '/about')]).toEqual([true, false]);
});

test('the database knows the routes that the app counts', async () => {
  const { rows } = await db.query('select route from private.page_routes');
  expect(new Set(rows.map((row) => row.route))).toEqual(new Set(PAGE_ROUTES));
});
