import { useEffect, useState } from 'react';
import { type Author, isOwn, readAuthor } from '#contract/author.ts';
import { syncState } from '#data/device/sync-state.ts';
import { type MemberCard, searchMembers } from '#data/remote/search.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { useLive } from '#features/replica/use-live.ts';
import { useStore } from '#lib/use-store.ts';
import { BLOCKED_SQL, MEMBERS_NAMED_SQL } from './messages-sql.ts';

export interface Recipient {
  id: string;
  author: Author;
}

const PAUSE_MS = 250;

export interface MemberSearch {
  recipients: readonly Recipient[];
  /** waiting: the server was asked. offline, failed: only members on this device were searched. */
  state: 'idle' | 'waiting' | 'done' | 'offline' | 'failed';
}

const toRecipient = ({ id, author }: { id: string; author: string | null }, reader: Session): Recipient => ({
  id,
  author: readAuthor(author, id, reader),
});
const toBlocked = ({ blocked_id }: { id: string; blocked_id: string }): string => blocked_id;

/** Members whose name begins so, from this device and from the server. */
export function useMemberSearch(typed: string): MemberSearch {
  const session = useStore(sessionStore);
  const { phase, signInNeeded } = useStore(syncState);
  const prefix = typed.trim().replace(/^@/, '').toLowerCase();
  const { rows: local } = useLive<{ id: string; author: string | null }, Recipient>({
    sql: MEMBERS_NAMED_SQL,
    parameters: [prefix, accountOf(session)],
    decode: toRecipient,
  });
  const { rows: blocked } = useLive<{ id: string; blocked_id: string }, string>({
    sql: BLOCKED_SQL,
    decode: toBlocked,
  });
  const [answer, setAnswer] = useState<{ prefix: string; found: MemberCard[] | null } | null>(null);
  useEffect(() => {
    if (prefix === '') return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      void searchMembers(prefix).then((found) => {
        if (!ended.signal.aborted) setAnswer({ prefix, found });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [prefix]);
  if (prefix === '') return { recipients: local, state: 'idle' };
  const isAnswered = answer?.prefix === prefix;
  const found = (isAnswered && answer.found) || [];
  const left = new Set([...local.map(({ id }) => id), ...blocked]);
  const more = found
    .filter(({ id }) => !left.has(id) && !isOwn(id, session))
    .map(({ id, author }) => ({ id, author: readAuthor(author, id, session) }));
  const failure = phase === 'online' || signInNeeded ? 'failed' : 'offline';
  const state = !isAnswered ? 'waiting' : answer.found !== null ? 'done' : failure;
  return { recipients: [...local, ...more], state };
}
