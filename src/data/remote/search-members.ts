import { memberTokenIfAny } from '../session/tokens.ts';
import { postJson } from '../http/request.ts';

const TIMEOUT_MS = 10_000;

export interface MemberCard {
  id: string;
  /** For `readAuthor`. */
  author: unknown;
}

const isCard = (row: unknown): row is MemberCard =>
  typeof row === 'object' && row !== null && typeof (row as { id?: unknown }).id === 'string';

/** At most five members whose name begins with `prefix`; null without an answer. */
export async function searchMembers(prefix: string): Promise<MemberCard[] | null> {
  try {
    const options = { tokens: memberTokenIfAny, timeoutMs: TIMEOUT_MS };
    const { status, body } = await postJson('/rest/v1/rpc/search_members', { prefix }, options);
    return status === 200 && Array.isArray(body) ? body.filter(isCard) : null;
  } catch {
    return null;
  }
}
