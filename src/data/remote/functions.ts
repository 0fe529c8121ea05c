import { endpoints } from './config.ts';
import { readKey, writeKey } from '../device/kv.ts';

const TIMEOUT_MS = 15_000;

export type FunctionReply = { ok: true; body: unknown } | { ok: false; status: number; body: unknown };

/** Calls one of our functions. Status 0: no answer, or an answer that was not JSON (a captive portal). Never throws. */
export async function callFunction(name: string, body: unknown, accessToken?: string): Promise<FunctionReply> {
  const { functionsUrl, publishableKey } = endpoints();
  try {
    const response = await fetch(`${functionsUrl}/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: publishableKey,
        authorization: `Bearer ${accessToken ?? publishableKey}`,
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const reply: unknown = await response.json();
    return response.ok ? { ok: true, body: reply } : { ok: false, status: response.status, body: reply };
  } catch {
    return { ok: false, status: 0, body: null };
  }
}

interface KeptToken {
  token: string;
  /** Milliseconds since 1970. */
  expires: number;
}

const GUEST_TOKEN_KEY = 'guest-token';
/** A token is not used in its last minute: the stream would be closed at once. */
const MARGIN_MS = 60_000;

/** A token that opens the public sync stream. Throws when none can be had. */
export async function guestToken(fresh: boolean): Promise<string> {
  const kept = fresh ? undefined : await readKey<KeptToken>(GUEST_TOKEN_KEY).catch(() => undefined);
  if (kept && kept.expires - MARGIN_MS > Date.now()) return kept.token;
  const reply = await callFunction('guest-token', {});
  const body = reply.body as { token?: unknown; expires_at?: unknown } | null;
  if (!reply.ok || typeof body?.token !== 'string') throw new Error('No guest token: the server did not give one.');
  await writeKey(GUEST_TOKEN_KEY, {
    token: body.token,
    expires: Date.parse(String(body.expires_at)),
  } satisfies KeptToken);
  return body.token;
}
