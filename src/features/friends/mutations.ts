import { Id } from '#contract/ids.ts';
import {
  aboutMember,
  act,
  asMember,
  deleteRow,
  fail,
  inOrder,
  type Member,
  pairId,
  parseInput,
  type WriteResult,
} from '#data/outbox/mutation.ts';
import { withdraw } from '#data/outbox/cancel-unsent.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

interface Friendship {
  id: string;
  user_id: string;
  status: string;
}

/** Each of these concerns one other member and waits for the one before it. */
const about = (otherId: string, work: (member: Member, other: string) => Promise<WriteResult>): Promise<WriteResult> =>
  inOrder(`friends ${otherId}`, async () => {
    const parsed = parseInput(Id, otherId);
    if (!parsed.ok) return parsed;
    const member = await asMember();
    if (!member.ok) return member;
    if (member.userId === parsed.data) return fail('not_yourself');
    return work(member, parsed.data);
  });

/** The pair's rows, one's own first. */
const between = ({ replica, userId }: Member, other: string): Promise<Friendship[]> =>
  replica.db.getAll<Friendship>(
    `SELECT id, user_id, status FROM friends
     WHERE ((user_id = ?1 AND friend_id = ?2) OR (user_id = ?2 AND friend_id = ?1)) AND status <> 'declined'
     ORDER BY user_id = ?1 DESC`,
    [userId, other],
  );

/** Asks for friendship. A request of the other side that is here already is answered with yes instead, as the server would. */
export const sendFriendRequest = (otherId: string): Promise<WriteResult> =>
  about(otherId, async (member, other) => {
    if (member.username === null || member.username === '') return fail('friend_request_failed');
    const [found] = await between(member, other);
    if (found?.user_id === member.userId) return { ok: true, id: found.id };
    if (found) return answer(member, other, 'accepted');
    const id = pairId('friendship', member.userId, other);
    const deed = {
      kind: 'friend_request',
      entity_id: id,
      subject_id: other,
      about: await aboutMember(member, other),
    } as const;
    return act(member, deed, async (tx, metadata, now) => {
      await tx.execute(
        `INSERT INTO friends (id, user_id, friend_id, status, created_at, _metadata) VALUES (?, ?, ?, 'pending', ?, ?)`,
        [id, member.userId, other, now, metadata],
      );
    });
  });

async function answer(member: Member, other: string, status: 'accepted' | 'declined'): Promise<WriteResult> {
  const request = (await between(member, other)).find((row) => row.user_id === other && row.status === 'pending');
  if (!request) return fail('not_found');
  const deed = {
    kind: status === 'accepted' ? 'friend_accept' : 'friend_decline',
    entity_id: request.id,
    subject_id: other,
    about: await aboutMember(member, other),
  } as const;
  return act(member, deed, async (tx, metadata) => {
    // 'declined' is a command: the server removes the row, and no list here shows it.
    await tx.execute('UPDATE friends SET status = ?, _metadata = ? WHERE id = ?', [status, metadata, request.id]);
  });
}

export const acceptFriendRequest = (otherId: string): Promise<WriteResult> =>
  about(otherId, (member, other) => answer(member, other, 'accepted'));

export const declineFriendRequest = (otherId: string): Promise<WriteResult> =>
  about(otherId, (member, other) => answer(member, other, 'declined'));

/** Ends a friendship, or takes one's own request back. Official accounts stay everyone's friends. */
export const unfriend = (otherId: string): Promise<WriteResult> =>
  about(otherId, async (member, other) => {
    const [own] = await between(member, other);
    if (!own) return fail('not_friends');
    const official = await member.replica.db.getOptional<{ is_official: number | null }>(
      'SELECT is_official FROM profiles_public WHERE id = ?',
      [other],
    );
    if (own.status === 'accepted' && official?.is_official === 1) return fail('official_account');
    const unsent = await withdraw(member, 'friend_request', own.id);
    if (unsent) return unsent;
    const deed = {
      kind: 'unfriend',
      entity_id: own.id,
      subject_id: other,
      about: await aboutMember(member, other),
    } as const;
    return act(member, deed, (tx, metadata) => deleteRow(tx, 'friends', own.id, metadata));
  });
