import {
  type DrawnPage,
  drawnWithRows,
  dropDrawnPage,
  isTooLarge,
  storeDrawnPage,
  type KeptRows,
  type PageToDraw,
} from '#data/first-screen/drawn-page.ts';
import { screenAt } from '#data/first-screen/drawn-keys.ts';
import { type Replica, replicaStore } from '#data/replica/replica.ts';
import { tablesIn } from '#data/replica/tables-in.ts';
import { InboxPage } from '#features/messages/inbox-page.tsx';
import { keysOfMessages } from '#features/messages/queries.ts';
import { keysOfPost } from '#features/posts/queries.ts';
import { DrawnThread } from '#features/messages/thread-page.tsx';
import { drawWithRows, queryOfKey } from '#features/replica/use-live.ts';
import { drawPage, drawPart } from './drawn-markup.tsx';
import type { AppRouter } from './router.tsx';

/** Stores inbox or thread on display with the rows of the database, from which the next start renders them first. */
export async function storeMessages(
  root: Element,
  router: AppRouter,
  page: PageToDraw,
  isCurrent: () => boolean,
): Promise<void> {
  const replica = replicaStore.get();
  if (replica?.account !== page.account) return;
  const userId = screenAt(page.path)?.id;
  const hasTwoColumns = page.look.startsWith('desk');
  const rows = await readRows(replica, keysOfMessages(page.account, userId, !userId || hasTwoColumns));
  if (!isCurrent()) return;
  // Rendered from these rows, because the list on screen may be scrolled or begin with another unread message.
  const beside = hasTwoColumns ? { openId: userId } : undefined;
  const entries = drawWithRows(new Map(rows.map((one) => [one.key, one.rows])), () => ({
    ...((!userId || hasTwoColumns) && { inbox: drawPart(router, <InboxPage beside={beside} />, 'ul') }),
    ...(userId && { thread: drawPart(router, <DrawnThread userId={userId} />) }),
  }));
  const markup = Object.values(entries).every((list) => list.includes('<li')) ? drawPage(root, entries) : '';
  if (markup === '' || isTooLarge(markup)) return;
  await storeDrawnPage({ v: 2, ...page, rows, markup });
  dropWhenChanged(replica);
  // It may have changed meanwhile.
  await dropChanged(replica);
}

export const readRows = ({ db }: Replica, keys: readonly string[]): Promise<KeptRows[]> =>
  Promise.all(keys.map(async (key) => ({ key, rows: await db.getAll(...queryOfKey(key)) })));

/** Between two checks, in ms: each runs the queries of the stored pages. */
const THROTTLE_MS = 500;

const followed = new WeakSet<Replica>();

/** Deletes the stored inbox and thread whenever their rows change, so that they are never outdated. */
export function dropWhenChanged(replica: Replica): void {
  if (followed.has(replica)) return;
  followed.add(replica);
  const { db, account } = replica;
  const keys = [...keysOfMessages(account, account, true), ...keysOfPost(account, '')];
  const tables = keys.flatMap((key) => tablesIn(db.schema, queryOfKey(key)[0]));
  const check = () => dropChanged(replica).catch((error: unknown) => console.debug('A page was not checked.', error));
  db.onChange({ onChange: check }, { tables: [...new Set(tables)], throttleMs: THROTTLE_MS });
  void check();
}

async function dropChanged(replica: Replica): Promise<void> {
  for (const page of await drawnWithRows(replica.account))
    if (await hasChanged(replica, page)) await dropDrawnPage(page);
}

async function hasChanged(replica: Replica, { rows = [] }: DrawnPage): Promise<boolean> {
  const now = await readRows(
    replica,
    rows.map(({ key }) => key),
  );
  return JSON.stringify(now) !== JSON.stringify(rows);
}
