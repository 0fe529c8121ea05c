import { useState } from 'react';
import { type Author, isOwn, readAuthor } from '#contract/author.ts';
import { type OutboxState, toOutboxState } from '#contract/outbox.ts';
import { keyOfQuery, type Live, type Missing, type Query, useLive, useSources } from '#features/replica/use-live.ts';
import type { Source } from '#data/replica/streams.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import { INBOX_SQL, OTHER_SQL, THREAD_SIZE_SQL, THREAD_SQL, WHOLE_SQL } from './messages-sql.ts';

export const useAccount = (): string => accountOf(useStore(sessionStore));

export interface Conversation {
  /** The other member's id. */
  id: string;
  author: Author;
  unread: number;
  last_sent_at: string;
  /** Of the member's messages that are not sent; null if all are. */
  unsent: 'refused' | 'queued' | 'sending' | null;
}

interface ConversationRow {
  id: string;
  author: string | null;
  unread: number;
  last_sent_at: string;
  unsent: number | null;
}

/** As numbered by INBOX_SQL. */
const UNSENT = [null, 'sending', 'queued', 'refused'] as const;

const toConversation = (row: ConversationRow, session: Session): Conversation => ({
  id: row.id,
  author: readAuthor(row.author, row.id, session),
  unread: row.unread,
  last_sent_at: row.last_sent_at,
  unsent: UNSENT[row.unsent ?? 0] ?? null,
});

export const inboxQuery = (account: string): Query<ConversationRow, Conversation> => ({
  sql: INBOX_SQL,
  parameters: [account],
  decode: toConversation,
});

/** Unread first, then the latest. */
export const useInbox = (): Live<Conversation> => useLive(inboxQuery(useAccount()));

const toWhole = ({ is_whole }: { id: string; is_whole: number }): boolean => is_whole === 1;

/** Whether all messages of all conversations are on this device. Undefined until known. */
export const useIsWhole = (): boolean | undefined => useLive({ sql: WHOLE_SQL, decode: toWhole }).rows[0];

export interface Other {
  id: string;
  /** Null while unknown. */
  author: Author | null;
  isBlocked: boolean;
  /** Of the thread on the server, at the last sync; 0 without a thread. */
  messageCount: number;
}

interface OtherRow {
  id: string;
  author: string | null;
  message_count: number | null;
  is_blocked: number;
}

const toOther = (row: OtherRow, session: Session): Other => ({
  id: row.id,
  author: row.author === null ? null : readAuthor(row.author, row.id, session),
  isBlocked: row.is_blocked === 1,
  messageCount: row.message_count ?? 0,
});

export interface OpenOther {
  other: Other | null;
  /** 'gone': the server has confirmed what is known, so without an author there is no such member. */
  missing: Missing;
  isSelf: boolean;
}

export const otherQuery = (userId: string): Query<OtherRow, Other> => ({
  sql: OTHER_SQL,
  parameters: [userId],
  decode: toOther,
  sources: ['automatic', { name: 'profile', parameters: { user_id: userId } }],
});

export function useOther(userId: string): OpenOther {
  const session = useStore(sessionStore);
  const { rows, missing } = useLive(otherQuery(userId));
  return { other: rows[0] ?? null, missing, isSelf: isOwn(userId, session) };
}

export interface Message {
  id: string;
  mine: boolean;
  text: string;
  read: boolean;
  created_at: string;
  /** Null: on the server. */
  state: OutboxState | null;
  refusal: string | null;
  /** The action in the outbox. */
  actionId: string | null;
}

interface MessageRow {
  id: string;
  sender_id: string;
  content: string | null;
  read: number | null;
  created_at: string | null;
  state: string | null;
  last_error: string | null;
  action_id: string | null;
}

function toMessage(row: MessageRow, session: Session): Message {
  const state = toOutboxState(row.state);
  return {
    id: row.id,
    mine: isOwn(row.sender_id, session),
    text: row.content ?? '',
    read: row.read === 1,
    created_at: row.created_at ?? '',
    state,
    refusal: state === 'refused' ? row.last_error : null,
    actionId: row.action_id,
  };
}

/** Messages per page of a thread's history, as in the database. */
const PAGE = 100;
/** Pages of one visit: two buckets each, and a member may have 300. */
const MOST_PAGES = 100;

/** The rendered part of a thread. */
export interface ThreadWindow {
  /** Messages in it. */
  limit: number;
  /** Newer messages below it. */
  offset: number;
}

/** Messages rendered at first, and added each time the reader comes near an end of the list. */
const STEP = 60;
/** Above this number, messages at the other end are removed. */
const MOST = 3 * STEP;

export const NEWEST: ThreadWindow = { limit: STEP, offset: 0 };

/** @param stored messages of the thread on this device */
const towardsOlder = ({ limit, offset }: ThreadWindow, stored: number): ThreadWindow =>
  limit < MOST
    ? { limit: limit + STEP, offset }
    : { limit, offset: Math.max(0, Math.min(offset + STEP, stored - limit)) };

const towardsNewer = ({ limit, offset }: ThreadWindow): ThreadWindow => ({ limit, offset: Math.max(0, offset - STEP) });

export interface Thread {
  /** Those in the window, oldest first. */
  messages: readonly Message[];
  ready: boolean;
  /** Messages that are not here do not exist, or are on older pages. */
  complete: boolean;
  /** There are older ones, on this device or on the server. */
  hasOlder: boolean;
  /** There are older ones on the server, and no more are loaded. */
  isCut: boolean;
  /** Older ones are only on the server. */
  isRemote: boolean;
  isLoadingOlder: boolean;
  /** Moves the window, or requests the next older page. */
  showOlder: () => void;
  /** There are newer ones below the window. */
  hasNewer: boolean;
  showNewer: () => void;
  missing: Missing;
}

interface Size {
  id: string;
  stored: number;
  confirmed: number;
}

const toSize = (row: Size): Size => row;

export const threadQuery = (
  account: string,
  userId: string,
  { limit, offset }: ThreadWindow,
): Query<MessageRow, Message> => ({
  sql: THREAD_SQL,
  parameters: [account, userId, limit, offset],
  decode: toMessage,
});

export const sizeQuery = (account: string, userId: string): Query<Size, Size> => ({
  sql: THREAD_SIZE_SQL,
  parameters: [account, userId],
  decode: toSize,
});

interface ThreadQuery {
  userId: string;
  /** See Other. */
  messageCount: number;
  view: ThreadWindow;
  onMove: (view: ThreadWindow) => void;
}

export function useThread({ userId, messageCount, view, onMove }: ThreadQuery): Thread {
  const account = useAccount();
  // The oldest requested page. The newest messages of all threads are on the device without one.
  const [oldest, setOldest] = useState<number | null>(null);
  const last = Math.floor(Math.max(0, messageCount - 1) / PAGE);
  // All pages from there on, because the newest messages of other threads may have displaced some of this one.
  const pages = oldest === null ? [] : Array.from({ length: Math.max(0, last - oldest + 1) }, (_, n) => last - n);
  const streams = pages.map((page) => ({ name: 'thread_history', parameters: { user_id: userId, page } }));
  const areHere = useSources(streams);
  const sources: Source[] = ['automatic', ...streams];
  const { rows, ready, complete, missing } = useLive({ ...threadQuery(account, userId, view), sources });
  const sizes = useLive({ ...sizeQuery(account, userId), sources });
  const { stored = 0, confirmed = 0 } = sizes.rows[0] ?? {};
  // While the window moves, what it showed stays.
  const [shown, setShown] = useState(rows);
  const [isOpened, setOpened] = useState(false);
  if (ready && shown !== rows) setShown(rows);
  if (ready && sizes.ready && !isOpened) setOpened(true);
  const isHere = stored > view.offset + view.limit;
  const hasMore = messageCount > confirmed && oldest !== 0;
  const isOnServer = hasMore && pages.length < MOST_PAGES;
  const isLoadingOlder = pages.length > 0 && !areHere;
  return {
    messages: ready || !isOpened ? rows : shown,
    ready: ready || isOpened,
    complete: complete && sizes.ready,
    hasOlder: sizes.rows.length > 0 && (isHere || isOnServer),
    isCut: sizes.ready && hasMore && !isHere && !isOnServer && areHere,
    isRemote: !isHere,
    isLoadingOlder,
    showOlder() {
      if (!ready || !sizes.ready) return;
      if (isHere) return onMove(towardsOlder(view, stored));
      if (!isOnServer || isLoadingOlder) return;
      setOldest(oldest === null ? Math.floor(Math.max(0, messageCount - confirmed - 1) / PAGE) : oldest - 1);
    },
    hasNewer: view.offset > 0,
    showNewer: () => ready && onMove(towardsNewer(view)),
    missing,
  };
}

/** The keys of the queries that a page of messages is made of. `userId`: of the open thread. */
export function keysOfMessages(
  account: string,
  userId: string | undefined,
  hasInbox: boolean,
  view: ThreadWindow = NEWEST,
): string[] {
  const queries: Query<never, unknown>[] = [];
  if (hasInbox) queries.push(inboxQuery(account));
  if (userId !== undefined)
    queries.push(otherQuery(userId), threadQuery(account, userId, view), sizeQuery(account, userId));
  return queries.map((query) => keyOfQuery(account, query));
}
