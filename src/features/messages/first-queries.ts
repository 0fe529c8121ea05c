import { accountOf, sessionStore } from '#data/session/session.ts';
import { keyOfQuery, type Query, useFirstRows } from '#features/replica/use-first-rows.ts';
import { useStore } from '#lib/use-store.ts';
import {
  type Conversation,
  inboxQuery,
  NEWEST,
  type Other,
  otherQuery,
  sizeQuery,
  type Thread,
  threadQuery,
  usePhase,
} from './queries.ts';

/* Inbox and thread as they were last shown, before the database is open. */

const useAccount = (): string => accountOf(useStore(sessionStore));

export const useFirstInbox = (): readonly Conversation[] => useFirstRows(inboxQuery(useAccount()));

export const useFirstOther = (userId: string): Other | null => useFirstRows(otherQuery(userId))[0] ?? null;

const doNothing = () => {};

export function useFirstThread(userId: string): Thread {
  const account = useAccount();
  const phase = usePhase();
  const messages = useFirstRows(threadQuery(account, userId, NEWEST));
  const [size] = useFirstRows(sizeQuery(account, userId));
  const messageCount = useFirstOther(userId)?.messageCount ?? 0;
  const isHere = size !== undefined && size.held > messages.length;
  return {
    messages,
    ready: false,
    complete: false,
    hasOlder: isHere || (size !== undefined && messageCount > size.confirmed),
    isCut: false,
    isRemote: !isHere,
    isLoadingOlder: false,
    showOlder: doNothing,
    hasNewer: false,
    showNewer: doNothing,
    phase,
  };
}

/** The keys of the queries that a page of messages is made of. `userId`: of the open thread. */
export function keysOfMessages(account: string, userId: string | undefined, hasInbox: boolean): string[] {
  const queries: Query<never, unknown>[] = [];
  if (hasInbox) queries.push(inboxQuery(account));
  if (userId !== undefined)
    queries.push(otherQuery(userId), threadQuery(account, userId, NEWEST), sizeQuery(account, userId));
  return queries.map((query) => keyOfQuery(account, query));
}
