import { memberTokenIfAny } from '../session/tokens.ts';
import { postJson } from '../http/request.ts';

const TIMEOUT_MS = 10_000;

export interface ServerTag {
  tag: string;
  post_count: number;
}

const isTag = (row: unknown): row is ServerTag => {
  const { tag, post_count } = (row ?? {}) as { tag?: unknown; post_count?: unknown };
  return typeof tag === 'string' && typeof post_count === 'number';
};

/** Tags of public posts that begin so; null without an answer. */
export async function searchTags(prefix: string, signal: AbortSignal): Promise<ServerTag[] | null> {
  try {
    const options = { tokens: memberTokenIfAny, timeoutMs: TIMEOUT_MS, signal };
    const { status, body } = await postJson('/rest/v1/rpc/search_tags', { prefix }, options);
    return status === 200 && Array.isArray(body) ? body.filter(isTag) : null;
  } catch {
    return null;
  }
}
