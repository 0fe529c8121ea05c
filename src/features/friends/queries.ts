import { useMemo } from 'react';
import { type Author, readAuthor } from '#contract/author.ts';
import { isOfficialName } from '#contract/official.ts';
import { type OutboxState, toOutboxState } from '#contract/outbox.ts';
import { type Missing, useLive, useSources } from '#features/replica/use-live.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import { FRIENDS_SQL, FRIENDSHIP_SQL, RELATIONS_SQL } from './friends-sql.ts';

export type Relation = 'none' | 'sent' | 'received' | 'friends';

interface RelationRow {
  relation: string | null;
  state: string | null;
}

interface FriendRow extends RelationRow {
  id: string;
  author: string | null;
  city: string | null;
  is_official: number | null;
  created_at: string | null;
}

export interface Friend {
  id: string;
  author: Author;
  relation: Relation;
  /** Of the member's unsent request or answer. */
  state: OutboxState | null;
  /** Null if it is private or not on this device. */
  city: string | null;
  isOfficial: boolean;
  created_at: string;
}

const toRelation = (value: string | null): Relation =>
  value === 'sent' || value === 'received' || value === 'friends' ? value : 'none';

function toFriend({ id, author, relation, state, city, is_official, created_at }: FriendRow, session: Session): Friend {
  const card = readAuthor(author, id, session);
  return {
    id,
    author: card,
    relation: toRelation(relation),
    state: toOutboxState(state),
    city,
    isOfficial: is_official === 1 || isOfficialName(card.username),
    created_at: created_at ?? '',
  };
}

export interface Friends {
  friends: readonly Friend[];
  /** Newest first. */
  received: readonly Friend[];
  sent: readonly Friend[];
  /** Friends that are not here do not exist. */
  complete: boolean;
  missing: Missing;
}

/** Page 0 of the members list holds the official accounts. */
const OFFICIAL = [{ name: 'members', parameters: { page: 0 } }];

export function useFriends(): Friends {
  useSources(OFFICIAL);
  const session = useStore(sessionStore);
  const { rows, complete, missing } = useLive<FriendRow, Friend>({
    sql: FRIENDS_SQL,
    parameters: [accountOf(session)],
    decode: toFriend,
  });
  const newest = (relation: Relation) =>
    rows.filter((row) => row.relation === relation).toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  return {
    friends: rows.filter(({ relation }) => relation === 'friends'),
    received: newest('received'),
    sent: newest('sent'),
    complete,
    missing,
  };
}

/** What a line of a list of members shows of the friendship. */
export interface ListedRelation {
  relation: Relation;
  /** Of the member's unsent request or answer. */
  state: OutboxState | null;
}

const toListedRelation = ({ id, relation, state }: RelationRow & { id: string }): [string, ListedRelation] => [
  id,
  { relation: toRelation(relation), state: toOutboxState(state) },
];

/** The member's relations, by the id of the other member; null until they were read. One query for a whole list. */
export function useRelations(): ReadonlyMap<string, ListedRelation> | null {
  const session = useStore(sessionStore);
  const { rows, ready } = useLive<RelationRow & { id: string }, [string, ListedRelation]>({
    sql: RELATIONS_SQL,
    parameters: [accountOf(session)],
    decode: toListedRelation,
  });
  return useMemo(() => (ready ? new Map(rows) : null), [ready, rows]);
}

interface FriendshipRow extends RelationRow {
  id: string;
  refused_state: string | null;
  last_error: string | null;
  refused_at: string | null;
}

export interface Friendship {
  relation: Relation;
  state: OutboxState | null;
  /** The member's newest rejected action about it. */
  refused: { reason: string | null; at: string } | null;
}

const toFriendship = ({ relation, state, refused_state, last_error, refused_at }: FriendshipRow) => ({
  relation: toRelation(relation),
  state: toOutboxState(state),
  refused: refused_state ? { reason: last_error, at: refused_at ?? '' } : null,
});

/** The member's relation to another one; null while unknown, for guests and for themselves. */
export function useFriendship(other: string): Friendship | null {
  const session = useStore(sessionStore);
  const { rows } = useLive<FriendshipRow, Friendship>({
    sql: FRIENDSHIP_SQL,
    parameters: [accountOf(session), other],
    decode: toFriendship,
  });
  return session.kind === 'member' && session.userId !== other ? (rows[0] ?? null) : null;
}
