import { memberTokenIfAny } from '../session/tokens.ts';
import { postJson } from '../http/request.ts';

const TIMEOUT_MS = 10_000;

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

const isText = (row: unknown): row is ServerText => {
  const { id, kind } = (row ?? {}) as { id?: unknown; kind?: unknown };
  return typeof id === 'string' && (kind === 'post' || kind === 'comment');
};

/** The newest posts and comments with these words that the caller may read; null without an answer. */
export async function searchTexts(term: string, signal: AbortSignal): Promise<ServerText[] | null> {
  try {
    const options = { tokens: memberTokenIfAny, timeoutMs: TIMEOUT_MS, signal };
    const { status, body } = await postJson('/rest/v1/rpc/search_texts', { term }, options);
    return status === 200 && Array.isArray(body) ? body.filter(isText) : null;
  } catch {
    return null;
  }
}
