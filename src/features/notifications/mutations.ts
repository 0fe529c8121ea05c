import { act, asMember, deleteRow, inOrder, type WriteResult } from '#data/outbox/mutation.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

/** The server takes at most 200 operations in one call. */
const AT_ONCE = 100;

type Write = Parameters<typeof act>[2];

const forEach = (
  ids: readonly string[],
  each: (tx: Parameters<Write>[0], id: string, metadata: string) => Promise<unknown>,
) =>
  inOrder('notifications', async (): Promise<WriteResult> => {
    const member = await asMember();
    if (!member.ok) return member;
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      const deed = { kind: 'read', entity_id: some[0] ?? '' } as const;
      const result = await act(member, deed, async (tx, metadata) => {
        for (const id of some) await each(tx, id, metadata);
      });
      if (!result.ok) return result;
    }
    return { ok: true, id: ids[0] ?? '' };
  });

/** Marks notifications as read; those that are already stay untouched. */
export const markNotificationsRead = (ids: readonly string[]): Promise<WriteResult> =>
  forEach(ids, (tx, id, metadata) =>
    tx.execute('UPDATE notifications SET is_read = 1, _metadata = ? WHERE id = ? AND is_read = 0', [metadata, id]),
  );

/** Takes notifications away for good: those that go on view, and those put away by hand. */
export const dismissNotifications = (ids: readonly string[]): Promise<WriteResult> =>
  forEach(ids, (tx, id, metadata) => deleteRow(tx, 'notifications', id, metadata));
