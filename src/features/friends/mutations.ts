import { Id } from '#contract/ids.ts';
import { z } from '#contract/zod.ts';
import { cancelUnsent } from '#data/outbox/cancel.ts';
import {
  type NewAction,
  defineMutation,
  deleteRow,
  fail,
  type Member,
  pairId,
  type WriteResult,
} from '#data/outbox/mutation.ts';
import { aboutMember, isOfficialMember } from '#data/outbox/subjects.ts';
import { insertRow, updateRow } from '#data/outbox/write.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

interface Friendship {
  id: string;
  user_id: string;
  status: string;
}

const keyOf = (other: string): string => `friends ${other}`;

/** A mutation whose input is the id of another member. */
const defineFriendMutation = (run: (member: Member, other: string) => Promise<NewAction | WriteResult>) =>
  defineMutation(Id, { serialize: keyOf }, async (member, other) =>
    member.userId === other ? fail('not_yourself') : run(member, other),
  );

/** The pair's rows, the member's own first. */
const between = ({ db, userId }: Member, other: string): Promise<Friendship[]> =>
  db.getAll<Friendship>(
    `SELECT id, user_id, status FROM friends
     WHERE ((user_id = ?1 AND friend_id = ?2) OR (user_id = ?2 AND friend_id = ?1)) AND status <> 'declined'
     ORDER BY user_id = ?1 DESC`,
    [userId, other],
  );

async function answer(member: Member, other: string, status: 'accepted' | 'declined') {
  const request = (await between(member, other)).find((row) => row.user_id === other && row.status === 'pending');
  if (!request) return fail('not_found');
  return {
    kind: status === 'accepted' ? 'friend_accept' : 'friend_decline',
    entity_id: request.id,
    subject_id: other,
    about: await aboutMember(member, other),
    // 'declined' is a command: the server removes the row, and no list shows it.
    write: (tx, _metadata) => updateRow(tx, 'friends', request.id, { status, _metadata }),
  } satisfies NewAction;
}

/** Another member; with the name that the outbox shows if they are not on this device. */
const Asked = z.union([Id, z.object({ id: Id, username: z.string() })]);
const idOf = (asked: z.infer<typeof Asked>): string => (typeof asked === 'string' ? asked : asked.id);

/** Sends a friend request. If the other member has already sent one, it is accepted instead, as the server does. */
export const sendFriendRequest = defineMutation(
  Asked,
  { serialize: (asked) => keyOf(idOf(asked)) },
  async (member, asked) => {
    const { userId, username } = member;
    const other = idOf(asked);
    if (other === userId) return fail('not_yourself');
    if (username === null || username === '') return fail('friend_request_failed');
    if (await member.db.getOptional('SELECT 1 FROM blocks WHERE blocked_id = ?', [other]))
      return fail('friend_request_failed');
    const [found] = await between(member, other);
    if (found?.user_id === userId) return { ok: true, id: found.id };
    if (found) return answer(member, other, 'accepted');
    const id = pairId('friendship', userId, other);
    return {
      kind: 'friend_request',
      entity_id: id,
      subject_id: other,
      about: (await aboutMember(member, other)) ?? (typeof asked === 'string' ? null : `@${asked.username}`),
      write: (tx, _metadata, created_at) =>
        insertRow(tx, 'friends', { id, user_id: userId, friend_id: other, status: 'pending', created_at, _metadata }),
    };
  },
);

export const acceptFriendRequest = defineFriendMutation((member, other) => answer(member, other, 'accepted'));

/** Takes back an acceptance that is not sent yet. */
export const undoAcceptance = defineFriendMutation(async (member, other) => {
  const request = (await between(member, other)).find((row) => row.user_id === other);
  const undone = request ? await cancelUnsent(member, 'friend_accept', request.id) : null;
  return undone ?? fail('sending');
});

export const declineFriendRequest = defineFriendMutation((member, other) => answer(member, other, 'declined'));

/** Ends a friendship or cancels the member's request. Official accounts cannot be removed. */
export const unfriend = defineFriendMutation(async (member, other) => {
  const [own] = await between(member, other);
  if (!own) return fail('not_friends');
  if (own.status === 'accepted' && (await isOfficialMember(member, other))) return fail('official_account');
  const cancelled = await cancelUnsent(member, 'friend_request', own.id);
  if (cancelled) return cancelled;
  return {
    kind: 'unfriend',
    entity_id: own.id,
    subject_id: other,
    about: await aboutMember(member, other),
    write: (tx, metadata) => deleteRow(tx, 'friends', own.id, metadata),
  };
});
