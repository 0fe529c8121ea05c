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

/** What is on this device with these words, as one types. Only below ReplicaGate, with an index, and with at least one word. */
export function useFound(term: string): Found {
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

/** Posts and comments on the server with these words, without those that are found on this device. */
export function useFoundOnServer(
  term: string,
  offline: boolean,
  here: Pick<Found, 'posts' | 'comments'>,
): FoundOnServer {
  const session = useStore(sessionStore);
  const [found, setFound] = useState<{ term: string; rows: readonly ServerText[] | null } | null>(null);
  const asked = offline || term.trim().length < LEAST_LETTERS ? '' : term.trim();
  useEffect(() => {
    if (asked === '') return;
    const closing = new AbortController();
    const timer = setTimeout(async () => {
      const rows = await searchTexts(asked, closing.signal);
      if (!closing.signal.aborted) setFound({ term: asked, rows });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [asked]);
  if (asked === '') return { state: 'off', ...NOTHING };
  if (found?.term !== asked) return { state: 'searching', ...NOTHING };
  if (!found.rows) return { state: 'failed', ...NOTHING };
  const known = new Set([...here.posts, ...here.comments].map(({ id }) => id));
  const texts = (kind: ServerText['kind']) =>
    (found.rows ?? [])
      .filter((row) => row.kind === kind && !known.has(row.id))
      .map((row): FoundText => ({
        id: row.id,
        userId: row.user_id,
        author: readAuthor(row.author, row.user_id, session),
        title: row.title,
        text: row.body ?? '',
        created_at: row.created_at,
        postId: row.post_id,
        isMine: false,
      }));
  return { state: 'found', posts: texts('post'), comments: texts('comment') };
}
