import { type NameAnswer, UsernameSuggestions, UsernameVerdict } from '#contract/profile.ts';
import { sessionStore } from '../session/session.ts';
import { AuthUnreachable, memberToken } from '../session/tokens.ts';
import { postJson } from '../http/request.ts';
import type { Tokens } from '../http/with-token.ts';

const TIMEOUT_MS = 8000;

async function ask(procedure: string, name: string, signal: AbortSignal) {
  const session = sessionStore.get();
  const tokens: Tokens = async (refused) => (session.kind === 'member' ? memberToken(session.userId, refused) : null);
  return postJson(`/rest/v1/rpc/${procedure}`, { name }, { tokens, timeoutMs: TIMEOUT_MS, signal });
}

export async function checkUsername(name: string, signal: AbortSignal): Promise<NameAnswer> {
  try {
    const { status, body } = await ask('username_availability', name, signal);
    return (status === 200 && UsernameVerdict.safeParse(body).data) || 'error';
  } catch (error) {
    // A failed fetch is a TypeError, a slow one a TimeoutError.
    const isUnanswered =
      error instanceof TypeError || error instanceof DOMException || error instanceof AuthUnreachable;
    return isUnanswered ? 'offline' : 'error';
  }
}

/** Up to three available names that begin as this one; none if they cannot be asked for. */
export async function suggestUsernames(name: string, signal: AbortSignal): Promise<readonly string[]> {
  const reply = await ask('suggest_usernames', name, signal).catch(() => null);
  return (reply?.status === 200 && UsernameSuggestions.safeParse(reply.body).data) || [];
}
