import { useEffect, useState } from 'react';
import { type Author, readAuthor } from '#contract/author.ts';
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
