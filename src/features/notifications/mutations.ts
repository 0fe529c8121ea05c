import { Id } from '#contract/ids.ts';
import { z } from '#contract/zod.ts';
import { defineMutation, deleteRow } from '#data/outbox/mutation.ts';
import type { ActionInput } from '#data/outbox/mutation.ts';

/** The server accepts at most 200 operations in one call. */
const AT_ONCE = 100;

type Tx = Parameters<ActionInput['write']>[0];

const defineForEach = (each: (tx: Tx, id: string, metadata: string) => Promise<unknown>) =>
  defineMutation(z.array(Id), { serialize: () => 'notifications' }, (_, ids) =>
    Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (__, index): ActionInput => {
      const some = ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE);
      return {
        kind: 'read',
        entity_id: some[0] ?? '',
        write: async (tx, metadata) => {
          for (const id of some) await each(tx, id, metadata);
        },
      };
    }),
  );

/** Marks notifications as read. Already read ones are skipped. */
export const markNotificationsRead = defineForEach((tx, id, metadata) =>
  tx.execute('UPDATE notifications SET is_read = 1, _metadata = ? WHERE id = ? AND is_read = 0', [metadata, id]),
);

/** Deletes notifications, automatically after they were seen or on request. */
export const dismissNotifications = defineForEach((tx, id, metadata) => deleteRow(tx, 'notifications', id, metadata));
