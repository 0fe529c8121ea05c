import { useEffect, useState } from 'react';
import { type Author, readAuthor } from '#contract/author.ts';
import { searchTexts, type ServerText } from '#data/remote/search-texts.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { buildSearchIndex } from '#data/replica/search-index.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { useRows } from '#features/replica/use-rows.ts';
import { useStore } from '#lib/use-store.ts';
import { COMMENTS_SQL, MEMBERS_SQL, MESSAGES_SQL, POSTS_SQL, TAGS_SQL } from './search-sql.ts';
import { beginningOf, matchOf } from './words.ts';

/** building: not every row is in the index yet. */
export type IndexState = 'building' | 'ready' | 'failed';

/** Builds the index on the first visit. Only below ReplicaGate. */
export function useSearchIndex(): IndexState {
  const db = useStore(replicaStore)?.db;
  const [state, setState] = useState<IndexState>('building');
  useEffect(() => {
    if (!db) return;
    let isGone = false;
    buildSearchIndex(db).then(
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
}
const toMember = (row: { id: string; author: string | null }, session: Session): FoundMember => ({
  id: row.id,
  author: readAuthor(row.author, row.id, session),
});

export interface FoundTag {
  id: string;
  tag: string;
  post_count: number;
}
const toTag = (row: FoundTag): FoundTag => row;

export interface Found {
  posts: readonly FoundText[];
  comments: readonly FoundText[];
  messages: readonly FoundText[];
  members: readonly FoundMember[];
  tags: readonly FoundTag[];
  /** Every query has answered. */
  ready: boolean;
}

/** What is on this device with these words, as one types. */
function useFound(term: string): Found {
  const account = accountOf(useStore(sessionStore));
  const match = matchOf(term);
  const beginning = beginningOf(term);
  const posts = useRows<TextRow, FoundText>({ sql: POSTS_SQL, parameters: [match], decode: toText });
  const comments = useRows<TextRow, FoundText>({ sql: COMMENTS_SQL, parameters: [match], decode: toText });
  const messages = useRows<TextRow, FoundText>({ sql: MESSAGES_SQL, parameters: [match, account], decode: toText });
  const members = useRows({ sql: MEMBERS_SQL, parameters: [beginning], decode: toMember });
  const tags = useRows<FoundTag, FoundTag>({ sql: TAGS_SQL, parameters: [beginning], decode: toTag });
  return {
    posts: posts.rows,
    comments: comments.rows,
    messages: messages.rows,
    members: members.rows,
    tags: tags.rows,
    ready: [posts, comments, messages, members, tags].every(({ ready }) => ready),
  };
}

export interface FoundOnServer {
  /** off: not asked, because the server cannot be reached. */
  state: 'off' | 'searching' | 'found' | 'failed';
  posts: readonly FoundText[];
  comments: readonly FoundText[];
}

/** Wait for the next letter. */
const PAUSE_MS = 300;
/** One letter is in nearly every text. */
const LEAST_LETTERS = 2;

const NOTHING: Pick<FoundOnServer, 'posts' | 'comments'> = { posts: [], comments: [] };

/** The answer of the server. Its rows are compared once with what is on the device, see `useSearch`. */
interface Answer {
  term: string;
  rows: readonly ServerText[] | null;
  isCompared: boolean;
}

/**
 * What is on this device and then on the server with these words. Only below ReplicaGate, with an index, and with at least one word.
 *
 * A result stays where it was listed first. The pointer loads the post of a link ahead; if its result then moved from the server's
 * list to the device's, a click or tap would miss it.
 */
export function useSearch(term: string, offline: boolean): { here: Found; server: FoundOnServer } {
  const session = useStore(sessionStore);
  const here = useFound(term);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const asked = offline || term.trim().length < LEAST_LETTERS ? '' : term.trim();
  useEffect(() => {
    if (asked === '') return;
    const closing = new AbortController();
    const timer = setTimeout(async () => {
      const rows = await searchTexts(asked, closing.signal);
      if (!closing.signal.aborted) setAnswer({ term: asked, rows, isCompared: false });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [asked]);
  const current = asked !== '' && answer?.term === asked ? answer : null;
  if (current?.rows && !current.isCompared && here.ready) {
    const known = new Set([...here.posts, ...here.comments].map(({ id }) => id));
    setAnswer({ ...current, rows: current.rows.filter(({ id }) => !known.has(id)), isCompared: true });
  }
  if (asked === '') return { here, server: { state: 'off', ...NOTHING } };
  if (!current) return { here, server: { state: 'searching', ...NOTHING } };
  if (!current.rows) return { here, server: { state: 'failed', ...NOTHING } };
  if (!current.isCompared) return { here, server: { state: 'searching', ...NOTHING } };
  const listed = new Set(current.rows.map(({ id }) => id));
  const isNotListed = ({ id }: FoundText) => !listed.has(id);
  const texts = (kind: ServerText['kind']) =>
    (current.rows ?? []).filter((row) => row.kind === kind).map((row) => toServerText(row, session));
  return {
    here: { ...here, posts: here.posts.filter(isNotListed), comments: here.comments.filter(isNotListed) },
    server: { state: 'found', posts: texts('post'), comments: texts('comment') },
  };
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
