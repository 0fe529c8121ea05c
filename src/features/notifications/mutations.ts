import { MOST_AT_ONCE } from '#contract/action-limits.ts';
import { Id } from '#contract/ids.ts';
import { z } from '#contract/zod.ts';
import { defineMutation, deleteRow } from '#data/outbox/mutation.ts';
import type { NewAction } from '#data/outbox/mutation.ts';

type Tx = Parameters<NewAction['write']>[0];

type Each = (tx: Tx, id: string, metadata: string) => Promise<unknown>;

const actionsFor = (ids: readonly string[], each: Each): NewAction[] =>
  Array.from({ length: Math.ceil(ids.length / MOST_AT_ONCE) }, (_, index): NewAction => {
    const some = ids.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE);
    return {
      kind: 'read',
      entity_id: some[0] ?? '',
      write: async (tx, metadata) => {
        for (const id of some) await each(tx, id, metadata);
      },
    };
  });

const META = { serialize: () => 'notifications' };

const markRead: Each = (tx, id, metadata) =>
  tx.execute('UPDATE notifications SET is_read = 1, _metadata = ? WHERE id = ? AND is_read = 0', [metadata, id]);

/** Marks notifications as read. Already read ones are skipped. */
export const markNotificationsRead = defineMutation(z.array(Id), META, (_, ids) => actionsFor(ids, markRead));

/** Marks a notification's list entry as read: all comments on a post, or it alone. */
export const markEntryRead = defineMutation(Id, META, async ({ db }, id) => {
  const rows = await db.getAll<{ id: string }>(
    `SELECT id FROM notifications WHERE is_read = 0 AND (id = ?1 OR (type = 'comment' AND data ->> '$.post_id' =
       (SELECT data ->> '$.post_id' FROM notifications WHERE id = ?1 AND type = 'comment')))`,
    [id],
  );
  return actionsFor(
    rows.map((row) => row.id),
    markRead,
  );
});

/** Deletes notifications, automatically after they were seen or on request. */
export const dismissNotifications = defineMutation(z.array(Id), META, (_, ids) =>
  actionsFor(ids, (tx, id, metadata) => deleteRow(tx, 'notifications', id, metadata)),
);
