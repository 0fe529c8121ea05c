import { endpoints } from './config.ts';
import { sessionStore } from '../session/session.ts';

/** The member's token where there is one to be had: what is called here is open to guests too, so nothing waits for it. */
export async function tokenIfAny(): Promise<string | undefined> {
  const session = sessionStore.get();
  if (session.kind === 'guest') return undefined;
  const { memberToken } = await import('../session/tokens.ts');
  return memberToken(session.userId, false).catch(() => undefined);
}

export type Outcome =
  | { ok: true }
  | {
      ok: false;
      /** 0: no answer. */
      status: number;
      /** The server's own sentence or code, if it gave one. */
      message: string;
    };

/** One POST to the backend. Never throws. `timeout` in milliseconds. */
export async function post(path: string, init: RequestInit, timeout: number): Promise<Outcome> {
  const { supabaseUrl, publishableKey } = endpoints();
  try {
    const response = await fetch(`${supabaseUrl}${path}`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
      ...init,
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${(await tokenIfAny()) ?? publishableKey}`,
        ...init.headers,
      },
    });
    if (response.ok) return { ok: true };
    return { ok: false, status: response.status, message: messageIn(await response.json().catch(() => null)) };
  } catch {
    return { ok: false, status: 0, message: '' };
  }
}

/** PostgREST says `message`, storage sometimes only `error`. */
function messageIn(body: unknown): string {
  const { message, error } = (body ?? {}) as { message?: unknown; error?: unknown };
  return [message, error].find((part) => typeof part === 'string') ?? '';
}
