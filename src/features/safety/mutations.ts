import { v7 } from 'uuid';
import { Id } from '#contract/ids.ts';
import { z } from '#contract/zod.ts';
import { cancelUnsent } from '#data/outbox/cancel.ts';
import { defineMutation, deleteRow, fail, type WriteResult } from '#data/outbox/mutation.ts';
import { aboutMember, isOfficialMember } from '#data/outbox/subjects.ts';
import { insertRow } from '#data/outbox/write.ts';
import { storeSnapshot, snapshotStore } from '#data/first-screen/snapshot.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

const LISTS = {
  blocks: { column: 'blocked_id', on: 'block', off: 'unblock' },
  mutes: { column: 'muted_id', on: 'mute', off: 'unmute' },
} as const;

/** Adds a member to the own list or removes them. A repeated call changes nothing. */
const setListed = defineMutation(
  z.object({ list: z.enum(['blocks', 'mutes']), other: Id, listed: z.boolean() }),
  { serialize: ({ list, other }) => `${list} ${other}` },
  async (member, { list, other, listed }) => {
    const { db, userId } = member;
    if (other === userId) return fail('not_yourself');
    const { column, on, off } = LISTS[list];
    if (listed && list === 'blocks' && (await isOfficialMember(member, other))) return fail('official_account');
    const row = await db.getOptional<{ id: string }>(`SELECT id FROM ${list} WHERE user_id = ? AND ${column} = ?`, [
      userId,
      other,
    ]);
    if (Boolean(row) === listed) return { ok: true, id: row?.id ?? other };
    const cancelled = row && (await cancelUnsent(member, on, row.id));
    if (cancelled) return cancelled;
    const id = row?.id ?? v7();
    return {
      kind: listed ? on : off,
      entity_id: id,
      subject_id: other,
      about: await aboutMember(member, other),
      write: (tx, _metadata, created_at) =>
        listed
          ? insertRow(tx, list, { id, user_id: userId, [column]: other, created_at, _metadata })
          : deleteRow(tx, list, id, _metadata),
    };
  },
);

/** The first screen of the next start is painted before the database can hide anybody. */
function hideFromSnapshot(other: string): void {
  const snapshot = snapshotStore.get();
  if (!snapshot) return;
  const isShown = ({ user_id }: { user_id: string }): boolean => user_id !== other;
  const { account, posts, friends = [] } = snapshot;
  storeSnapshot(account, { posts: posts.filter(isShown), friends: friends.filter(isShown) });
}

async function list(name: keyof typeof LISTS, other: string): Promise<WriteResult> {
  const result = await setListed({ list: name, other, listed: true });
  if (result.ok) hideFromSnapshot(other);
  return result;
}

export const blockMember = (other: string): Promise<WriteResult> => list('blocks', other);
export const unblockMember = (other: string): Promise<WriteResult> =>
  setListed({ list: 'blocks', other, listed: false });
export const muteMember = (other: string): Promise<WriteResult> => list('mutes', other);
export const unmuteMember = (other: string): Promise<WriteResult> => setListed({ list: 'mutes', other, listed: false });
