import { readKey, removeKey, writeKey } from '../device/kv.ts';
import { endpoints } from '../http/config.ts';
import { postJson } from '../http/request.ts';
import { AUTH_TIMEOUT_MS } from './auth-lock.ts';
import { attempt, type AuthResult, errorOf, isSession } from './auth-result.ts';
import { authSettings } from './auth-settings.ts';

/** A log-in that left for Google. The verifier proves that it began here, so nobody can plant a code. */
interface Flow {
  verifier: string;
  /** The path to open afterwards. */
  next: string;
}

const FLOW_KEY = 'google-log-in';

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Google's page, which leads back to /auth/callback. Asks the server first, to strand nobody. 'unknown': not set up.
 */
export async function googleAddress(next: string): Promise<AuthResult<{ url: string }>> {
  const settings = await authSettings();
  if (!settings.ok) return settings;
  // Without https there is no crypto.subtle.
  if (settings.data.external?.google !== true || !globalThis.crypto.subtle)
    return { ok: false, code: 'unknown', message: 'not_set_up' };
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(48)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  await writeKey(FLOW_KEY, { verifier, next } satisfies Flow);
  const query = new URLSearchParams({
    provider: 'google',
    redirect_to: `${location.origin}/auth/callback`,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 's256',
  });
  return { ok: true, url: `${endpoints().supabaseUrl}/auth/v1/authorize?${query}` };
}

/** Exchanges the code that came back for a session. After a failure that passes it can be called again. */
export async function exchangeGoogleCode(code: string): Promise<AuthResult<{ data: unknown; next: string }>> {
  const flow = await readKey<Flow>(FLOW_KEY).catch(() => undefined);
  if (!flow) return { ok: false, code: 'link_expired', message: 'The log-in did not begin in this browser.' };
  const result = await attempt(async () => {
    const content = { auth_code: code, code_verifier: flow.verifier };
    const reply = await postJson('/auth/v1/token?grant_type=pkce', content, { timeoutMs: AUTH_TIMEOUT_MS });
    const isDone = reply.status === 200 && isSession(reply.body);
    return isDone ? { data: reply.body, error: null } : { data: null, error: errorOf(reply) };
  });
  if (!result.ok && (result.code === 'offline' || result.code === 'server')) return result;
  await removeKey(FLOW_KEY).catch(() => {});
  return result.ok ? { ...result, next: flow.next } : result;
}
