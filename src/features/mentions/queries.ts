import { useEffect, useState } from 'react';
import { type Author, readAuthor } from '#contract/author.ts';
import { syncState } from '#data/device/sync-state.ts';
import { searchMembers } from '#data/remote/search.ts';
import { type Replica, replicaStore } from '#data/replica/replica.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

export interface FoundMember {
  id: string;
  author: Author;
  isFriend: boolean;
}

/** §9. */
const MOST_FOUND = 5;
const TYPING_MS = 150;

/** Author cards come with posts, comments, friends, messages and the list. Friends first. ?1: pattern, ?2: member. */
const KNOWN_SQL = `SELECT id, author, id IN (SELECT friend_id FROM friends WHERE user_id = ?2 AND status = 'accepted') AS is_friend
  FROM (SELECT id, author FROM people UNION SELECT id, author FROM profiles_public UNION SELECT user_id, author FROM leaderboards)
  WHERE author ->> '$.username' LIKE ?1 ESCAPE '\\' AND id <> ?2 AND id NOT IN (SELECT blocked_id FROM blocks)
  GROUP BY id ORDER BY is_friend DESC, lower(author ->> '$.username') LIMIT ${MOST_FOUND}`;

/** The server does not know of a block that has not been sent. */
const BLOCKED_SQL = 'SELECT blocked_id FROM blocks';

interface KnownRow {
  id: string;
  author: string;
  is_friend: number;
}

const member = (id: string, author: unknown, isFriend: boolean): FoundMember => ({
  id,
  author: readAuthor(author, id, sessionStore.get()),
  isFriend,
});

async function onDevice(replica: Replica, prefix: string): Promise<FoundMember[]> {
  const pattern = `${prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  try {
    const rows = await replica.db.getAll<KnownRow>(KNOWN_SQL, [pattern, accountOf(sessionStore.get())]);
    return rows.map(({ id, author, is_friend }) => member(id, author, is_friend === 1));
  } catch (error) {
    console.debug('Members could not be looked up on this device.', error);
    return [];
  }
}

async function blockedHere(replica: Replica | null): Promise<Set<string>> {
  try {
    const rows = await replica?.db.getAll<{ blocked_id: string }>(BLOCKED_SQL);
    return new Set(rows?.map(({ blocked_id }) => blocked_id));
  } catch (error) {
    console.debug('Blocks could not be looked up on this device.', error);
    return new Set();
  }
}

/** Those on the device first. */
function merge(
  known: readonly FoundMember[],
  found: readonly FoundMember[],
  blocked: ReadonlySet<string>,
): FoundMember[] {
  const own = accountOf(sessionStore.get());
  const others = found.filter(({ id }) => id !== own && !blocked.has(id) && !known.some((one) => one.id === id));
  return [...known, ...others].slice(0, MOST_FOUND);
}

const startsWith = (prefix: string) => {
  const wanted = prefix.toLowerCase();
  return ({ author }: FoundMember): boolean => author.username.toLowerCase().startsWith(wanted);
};

export const useIsOnline = (): boolean => useStore(syncState).phase === 'online';

export interface MemberSearch {
  members: readonly FoundMember[];
  isSearching: boolean;
}

const NOTHING: MemberSearch = { members: [], isSearching: false };

/** Members by name prefix: local ones at once, then the server's, if it answers. Null: no search. */
export function useMemberSearch(prefix: string | null): MemberSearch {
  // Searched again when the database opens and when the server can be reached.
  const replica = useStore(replicaStore);
  const isOnline = useIsOnline();
  const [found, setFound] = useState<MemberSearch & { prefix: string }>({ ...NOTHING, prefix: '' });
  useEffect(() => {
    if (prefix === null) return;
    let isStale = false;
    const search = async () => {
      const known = replica ? await onDevice(replica, prefix) : [];
      if (isStale) return;
      // Those that the server found for a shorter name, too: if it fails now, they stay.
      setFound((before) => ({
        prefix,
        members: merge(known, before.members.filter(startsWith(prefix)), new Set()),
        isSearching: isOnline,
      }));
      if (!isOnline) return;
      await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
      if (isStale) return;
      const answer = await searchMembers(prefix);
      const blocked = await blockedHere(replica);
      if (isStale) return;
      const found = answer?.map(({ id, author }) => member(id, author, false));
      setFound((before) => ({
        prefix,
        members: found ? merge(known, found, blocked) : before.members,
        isSearching: false,
      }));
    };
    void search();
    return () => {
      isStale = true;
    };
  }, [prefix, replica, isOnline]);
  if (prefix === null) return NOTHING;
  if (found.prefix === prefix) return found;
  // Until the answer: those of the shorter name that still match.
  return { members: found.members.filter(startsWith(prefix)), isSearching: true };
}
