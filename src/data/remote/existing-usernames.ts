import { memberTokenIfAny } from '../session/tokens.ts';
import { postJson } from '../http/request.ts';

const TIMEOUT_MS = 10_000;

/** Those of at most 50 names that a member has, as the member writes them; null without an answer. */
export async function existingUsernames(names: readonly string[]): Promise<string[] | null> {
  try {
    const options = { tokens: memberTokenIfAny, timeoutMs: TIMEOUT_MS };
    const { status, body } = await postJson('/rest/v1/rpc/existing_usernames', { names }, options);
    return status === 200 && Array.isArray(body) ? body.filter((name) => typeof name === 'string') : null;
  } catch {
    return null;
  }
}
