import { useEffect, useState } from 'react';
import { type Author, readAuthor } from '#contract/author.ts';
import { searchMembers, searchTags, searchTexts, type ServerText } from '#data/remote/search.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { buildSearchIndex } from '#data/replica/search-index.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { useLive } from '#features/replica/use-live.ts';
import { useStore } from '#lib/use-store.ts';
import type { Kind } from './kinds.ts';
import {
  commentsSql,
  COUNTS_SQL,
  ON_DEVICE_SQL,
  membersSql,
  messagesSql,
  MOST_COUNTED,
  postsSql,
  tagsSql,
} from './search-sql.ts';
import { isUnspaced, matchOf } from './words.ts';

/** opening: nothing can be found yet. building: not every text is in the index. */
export type IndexState = 'opening' | 'building' | 'ready' | 'failed';

/** Builds the index unless it was built before. */
export function useSearchIndex(): IndexState {
  const db = useStore(replicaStore)?.db;
  const [state, setState] = useState<IndexState>('opening');
  useEffect(() => {
    if (!db) return;
    let isGone = false;
    const { opened, built } = buildSearchIndex(db);
    void opened
      .then(() => isGone || setState((before) => (before === 'opening' ? 'building' : before)))
      .catch(() => {});
    built.then(
      () => isGone || setState('ready'),
      (error: unknown) => {
        console.debug('The search index could not be built.', error);
        if (!isGone) setState('failed');
      },
    );
    return () => {
      isGone = true;
    };
  }, [db]);
  return state;
}

interface TextRow {
  id: string;
  user_id: string;
  title: string | null;
  text: string | null;
  created_at: string | null;
  author: string | null;
  post_id?: string;
  is_mine?: number;
}

export interface FoundText {
  id: string;
  /** Its author; of a message, the other member. */
  userId: string;
  author: Author;
  title: string | null;
  text: string;
  created_at: string | null;
  /** Of a comment. */
  postId: string;
  /** Of a message. */
  isMine: boolean;
}

const toText = (row: TextRow, session: Session): FoundText => ({
  id: row.id,
  userId: row.user_id,
  author: readAuthor(row.author, row.user_id, session),
  title: row.title ?? null,
  text: row.text ?? '',
  created_at: row.created_at,
  postId: row.post_id ?? row.id,
  isMine: row.is_mine === 1,
});

export interface FoundMember {
  id: string;
  author: Author;
  place: string;
}
interface MemberRow {
  id: string;
  author: string | null;
  city?: string | null;
  state?: string | null;
}
const toMember = (row: MemberRow, session: Session): FoundMember => ({
  id: row.id,
  author: readAuthor(row.author, row.id, session),
  place: [row.city, row.state].filter(Boolean).join(', '),
});

export interface FoundTag {
  id: string;
  tag: string;
  post_count: number;
}
const toTag = (row: FoundTag): FoundTag => row;

type Counts = Readonly<Record<Kind, number>>;
const toCounts = (row: Counts & { id: string }): Counts => row;

export interface Found {
  posts: readonly FoundText[];
  comments: readonly FoundText[];
  messages: readonly FoundText[];
  members: readonly FoundMember[];
  tags: readonly FoundTag[];
  /** Of each kind on this device, at most MOST_COUNTED; null until they were counted. */
  counts: Counts | null;
  /** Every query has answered. */
  ready: boolean;
}

interface OnDevice {
  posts: number;
  members: number;
}
const toOnDevice = (row: OnDevice & { id: string }): OnDevice => row;

/** The posts and members that a search on this device can find; null until they were counted. */
export function useOnDevice(): OnDevice | null {
  return useLive({ sql: ON_DEVICE_SQL, decode: toOnDevice }).rows[0] ?? null;
}

interface Wanted {
  term: string;
  /** Results of each kind. */
  count: number;
  isBuilding: boolean;
}

/** What is on this device with these words, as one types. */
function useFound({ term, count, isBuilding }: Wanted): Found {
  const account = accountOf(useStore(sessionStore));
  const match = matchOf(term);
  const parameters = [match];
  // Asked again when the index is complete: a query does not watch the index, only its tables.
  const asked = (sql: string) => (isBuilding ? `${sql} -- building` : sql);
  const posts = useLive<TextRow, FoundText>({ sql: asked(postsSql(count)), parameters, decode: toText });
  const comments = useLive<TextRow, FoundText>({ sql: asked(commentsSql(count)), parameters, decode: toText });
  const messages = useLive<TextRow, FoundText>({
    sql: asked(messagesSql(count)),
    parameters: [match, account],
    decode: toText,
  });
  const members = useLive<MemberRow, FoundMember>({ sql: asked(membersSql(count)), parameters, decode: toMember });
  const tags = useLive<FoundTag, FoundTag>({ sql: asked(tagsSql(count)), parameters, decode: toTag });
  const counts = useLive<Counts & { id: string }, Counts>({
    sql: asked(COUNTS_SQL),
    parameters: [match, account],
    decode: toCounts,
  });
  return {
    posts: posts.rows,
    comments: comments.rows,
    messages: messages.rows,
    members: members.rows,
    tags: tags.rows,
    counts: counts.rows[0] ?? null,
    ready: [posts, comments, messages, members, tags].every(({ ready }) => ready),
  };
}

/** As it is shown: more than MOST_COUNTED were not counted. */
export const countText = (count: number): string => (count < MOST_COUNTED ? String(count) : `${MOST_COUNTED - 1}+`);

export interface FoundOnServer {
  /** off: not asked, because the server cannot be reached. */
  state: 'off' | 'searching' | 'found' | 'failed';
  posts: readonly FoundText[];
  comments: readonly FoundText[];
  members: readonly FoundMember[];
  tags: readonly FoundTag[];
}

/** Wait for the next letter. */
const PAUSE_MS = 300;
/** One letter is in nearly every text, but may be a word where no spaces are between words. */
const LEAST_LETTERS = 2;

const NOTHING: Omit<FoundOnServer, 'state'> = { posts: [], comments: [], members: [], tags: [] };

/** The answer of the server. Its rows are compared once with what is on the device, see `useSearch`. */
interface Answer {
  term: string;
  found: Omit<FoundOnServer, 'state'> | null;
  isCompared: boolean;
}

/** Null without an answer about texts. Visitors cannot search for members. */
async function ask(term: string, signal: AbortSignal): Promise<Answer['found']> {
  const session = sessionStore.get();
  // Names and tags by their beginning.
  const prefix = term.replace(/^[@#＃]/, '');
  const [texts, members, tags] = await Promise.all([
    searchTexts(term, signal),
    session.kind === 'guest' ? null : searchMembers(prefix),
    searchTags(prefix, signal),
  ]);
  if (!texts) return null;
  const of = (kind: ServerText['kind']) =>
    texts.filter((row) => row.kind === kind).map((row) => toServerText(row, session));
  return {
    posts: of('post'),
    comments: of('comment'),
    members: (members ?? []).map(({ id, author }) => ({ id, author: readAuthor(author, id, session), place: '' })),
    tags: (tags ?? []).map(({ tag, post_count }) => ({ id: tag, tag, post_count })),
  };
}

const without = <T>(list: readonly T[], others: readonly T[], key: (one: T) => string): T[] => {
  const known = new Set(others.map(key));
  return list.filter((one) => !known.has(key(one)));
};
const idOf = ({ id }: { id: string }): string => id;
const tagOf = ({ tag }: FoundTag): string => tag;

/** What is in `one` and not in `other`. */
const difference = <T extends Omit<FoundOnServer, 'state'>>(one: T, other: Omit<FoundOnServer, 'state'>): T => ({
  ...one,
  posts: without(one.posts, other.posts, idOf),
  comments: without(one.comments, other.comments, idOf),
  members: without(one.members, other.members, idOf),
  tags: without(one.tags, other.tags, tagOf),
});

interface SearchOptions extends Wanted {
  offline: boolean;
}

/**
 * Results of this device, then of the server, if there are words and an index. A result stays in its list: the pointer
 * preloads a post, and moving it would miss the click.
 */
export function useSearch({ offline, ...wanted }: SearchOptions): { here: Found; server: FoundOnServer } {
  const here = useFound(wanted);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const term = wanted.term.trim();
  const asked = offline || (term.length < LEAST_LETTERS && !isUnspaced(term)) ? '' : term;
  useEffect(() => {
    if (asked === '') return;
    const closing = new AbortController();
    const timer = setTimeout(async () => {
      const found = await ask(asked, closing.signal);
      if (!closing.signal.aborted) setAnswer({ term: asked, found, isCompared: false });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [asked]);
  const current = asked !== '' && answer?.term === asked ? answer : null;
  if (current?.found && !current.isCompared && here.ready)
    setAnswer({ ...current, found: difference(current.found, here), isCompared: true });
  if (asked === '') return { here, server: { state: 'off', ...NOTHING } };
  if (current && !current.found) return { here, server: { state: 'failed', ...NOTHING } };
  if (!current?.found || !current.isCompared) return { here, server: { state: 'searching', ...NOTHING } };
  return { here: difference(here, current.found), server: { state: 'found', ...current.found } };
}

const toServerText = (row: ServerText, session: Session): FoundText => ({
  id: row.id,
  userId: row.user_id,
  author: readAuthor(row.author, row.user_id, session),
  title: row.title,
  text: row.body ?? '',
  created_at: row.created_at,
  postId: row.post_id,
  isMine: false,
});
