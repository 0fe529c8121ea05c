import { memberTokenIfAny } from '../session/tokens.ts';
import { postJson } from '../http/request.ts';

const TIMEOUT_MS = 10_000;

export interface MemberCard {
  id: string;
  /** For `readAuthor`. */
  author: unknown;
}

export interface ServerTag {
  tag: string;
  post_count: number;
}

export interface ServerText {
  kind: 'post' | 'comment';
  id: string;
  /** Of a comment: its post. */
  post_id: string;
  user_id: string;
  /** For `readAuthor`. */
  author: unknown;
  /** Of a comment: of its post. */
  title: string | null;
  body: string | null;
  /** ISO 8601. */
  created_at: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The rows that a function of the database returns, and that have the given fields; null without an answer. */
async function ask<Row>(
  name: string,
  content: Fields,
  isRow: (row: Fields) => boolean,
  signal?: AbortSignal,
): Promise<Row[] | null> {
  try {
    const options = { tokens: memberTokenIfAny, timeoutMs: TIMEOUT_MS, signal };
    const { status, body } = await postJson(`/rest/v1/rpc/${name}`, content, options);
    return status === 200 && Array.isArray(body) ? body.filter((row) => isRow(Object(row) as Fields)) : null;
  } catch {
    return null;
  }
}

/** At most five members whose name begins with `prefix`. */
export const searchMembers = (prefix: string): Promise<MemberCard[] | null> =>
  ask('search_members', { prefix }, ({ id }) => typeof id === 'string');

/** Tags of public posts that begin so. */
export const searchTags = (prefix: string, signal: AbortSignal): Promise<ServerTag[] | null> =>
  ask(
    'search_tags',
    { prefix },
    ({ tag, post_count }) => typeof tag === 'string' && typeof post_count === 'number',
    signal,
  );

/** The newest posts and comments with these words that the caller may read. */
export const searchTexts = (term: string, signal: AbortSignal): Promise<ServerText[] | null> =>
  ask(
    'search_texts',
    { term },
    ({ id, kind }) => typeof id === 'string' && (kind === 'post' || kind === 'comment'),
    signal,
  );
