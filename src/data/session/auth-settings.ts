import { endpoints } from '../http/config.ts';
import { limitedFetch } from '../http/request.ts';
import { attempt, type AuthResult, errorOf } from './auth-result.ts';

/** What the auth service offers. Fields that an older one does not have are missing. */
interface AuthSettings {
  external?: { google?: boolean };
  passkeys_enabled?: boolean;
}

const TIMEOUT_MS = 10_000;

export const authSettings = (): Promise<AuthResult<{ data: AuthSettings }>> =>
  attempt(async () => {
    const { supabaseUrl, publishableKey } = endpoints();
    const answer = await limitedFetch(() => TIMEOUT_MS)(`${supabaseUrl}/auth/v1/settings`, {
      headers: { apikey: publishableKey },
    });
    if (answer.ok) return { data: (await answer.json()) as AuthSettings, error: null };
    const body: unknown = await answer.json().catch(() => undefined);
    return { data: {}, error: errorOf({ status: answer.status, body }) };
  });
