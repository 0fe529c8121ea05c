import { isHiddenKind } from '#contract/outbox.ts';
import { within } from '#lib/within.ts';
import { countDrafts } from '../drafts/drafts.ts';
import { measureShared } from '../drafts/shared.ts';
import { measureMedia } from '../media/media-store.ts';
import { readUnsent } from '../outbox/restore-queue.ts';
import { readPushActions } from '../push/push-store.ts';
import { openedReplica } from '../replica/replica.ts';
import { isWorkerSilent } from '../powersync-workarounds/force-close.ts';
import { abandonWorker } from './lifecycle.ts';

/** Unsent work that a log-out would delete or leave on the device. */
export interface Unsent {
  /** By kind of the outbox, in the order in which they were written. */
  kinds: [kind: string, count: number][];
  drafts: number;
}

/** Another tab may hold the database; a log-out waits no longer than this for it. */
const OPEN_PATIENCE_MS = 10_000;

interface KindCount {
  kind: string;
  count: number;
}

/** Opens the database if necessary, since it may hold unsent work. Null: it cannot be read. */
async function countStored(userId: string): Promise<KindCount[] | null> {
  const replica = await openedReplica();
  if (replica?.account !== userId) return null;
  const rows = replica.db
    .getAll<KindCount>(
      `SELECT kind, count(*) AS count FROM outbox WHERE state <> 'sent' AND discard_at IS NULL GROUP BY kind ORDER BY min(created_at)`,
    )
    .catch(() => null);
  const silence = isWorkerSilent(replica.db).then(async (isSilent) => (isSilent ? ('silence' as const) : rows));
  const first = await Promise.race([rows, silence]);
  if (first !== 'silence') return first;
  // Neither replied: the worker is frozen and holds the database.
  await abandonWorker();
  return countStored(userId);
}

export async function countUnsent(userId: string): Promise<{ unsent: Unsent; isKnown: boolean }> {
  const drafts = (await countDrafts(userId)) + (await measureShared(userId)).count;
  const { count, reports } = await measureMedia(userId);
  // Also after their post was sent.
  const photos: Unsent['kinds'] = [
    ...(count > 0 ? [['photo', count] satisfies [string, number]] : []),
    ...(reports > 0 ? [['report', reports] satisfies [string, number]] : []),
  ];
  const done = await readPushActions(userId).catch(() => []);
  /** Written in a notification, and not in the outbox yet. */
  const replies = done.filter(({ type }) => type === 'reply').length;
  const rows = await within(OPEN_PATIENCE_MS, countStored(userId));
  // Another tab may hold the file; the worker's copy of the queue is readable anyway.
  const counts = rows ?? (await countCopied(userId));
  const kinds = counts
    .filter(({ kind }) => !isHiddenKind(kind))
    .map(({ kind, count: times }): Unsent['kinds'][number] => [kind, times]);
  const messages = kinds.find(([kind]) => kind === 'message');
  if (messages) messages[1] += replies;
  else if (replies > 0) kinds.push(['message', replies]);
  return { unsent: { kinds: [...kinds, ...photos], drafts }, isKnown: Boolean(rows) };
}

/** What is unsent outside of the database, by kind. */
async function countCopied(userId: string): Promise<KindCount[]> {
  const copied = await readUnsent(userId).catch(() => []);
  const counts = new Map<string, number>();
  for (const { kind } of copied) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}
