import { codeOf } from '../http/answers.ts';
import { readKey, writeKey } from '../device/kv.ts';
import { isServerAway, syncState } from '../device/sync-state.ts';
import { postJson } from '../http/request.ts';
import { AUTH_TIMEOUT_MS } from './auth-lock.ts';
import { attempt, type AuthResult, errorOf, isSession } from './auth-result.ts';
import { authSettings } from './auth-settings.ts';

/** The auth service's last answer, for a start without a network. */
const OFFERED_KEY = 'passkeys-offered';

/** Older browsers cannot read the server's options, and passkeys belong to a name, so there are none for an address. */
const isSupported = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(location.hostname);

/** Whether this browser and the auth service have passkeys. Without an answer, what the service said before. */
export async function arePasskeysOffered(): Promise<boolean> {
  if (!isSupported()) return false;
  // A request without an answer ends after ten seconds.
  const settings = isServerAway(syncState.get()) ? null : await authSettings();
  if (!settings?.ok) return (await readKey(OFFERED_KEY).catch(() => false)) === true;
  const isOffered = settings.data.passkeys_enabled === true;
  await writeKey(OFFERED_KEY, isOffered);
  return isOffered;
}

/** Our own reasons beside the codes of the auth service. */
export type PasskeyReason = 'cancelled' | 'already_here' | 'not_possible';

/** By the names of what `navigator.credentials` throws. Cancelled, expired and no passkey at all have the same one. */
const REASONS: Record<string, PasskeyReason> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'already_here',
};

/** Lets the browser make or use a passkey. */
export async function askBrowser(
  ask: () => Promise<Credential | null>,
): Promise<{ ok: true; credential: object } | { ok: false; reason: PasskeyReason }> {
  try {
    const credential = (await ask()) as PublicKeyCredential | null;
    return credential ? { ok: true, credential: credential.toJSON() } : { ok: false, reason: 'cancelled' };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    return { ok: false, reason: REASONS[name] ?? 'not_possible' };
  }
}

export interface Challenge<Options> {
  challenge_id: string;
  options: Options;
}

export const readChallenge = <Options>(body: unknown): Challenge<Options> | null => {
  const { challenge_id, options } = (body ?? {}) as Partial<Challenge<Options>>;
  return typeof challenge_id === 'string' && options ? { challenge_id, options } : null;
};

/**
 * A new session by passkey: the browser shows the accounts of this device. With `onChosen` it suggests them at the
 * email field until `signal` aborts, and the function is called when the member has chosen one. A failure of code
 * `unknown` has its reason in `message`.
 */
export function passkeySession(signal: AbortSignal, onChosen?: () => void): Promise<AuthResult<{ data: unknown }>> {
  return attempt(async () => {
    if (onChosen && (await PublicKeyCredential.isConditionalMediationAvailable?.()) !== true)
      return failed('not_possible');
    const begun = await post('options', {});
    const challenge = begun.status === 200 ? readChallenge<PublicKeyCredentialRequestOptionsJSON>(begun.body) : null;
    if (!challenge) return refused(begun);
    const answer = await askBrowser(() =>
      navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(challenge.options),
        signal,
        ...(onChosen && { mediation: 'conditional' }),
      }),
    );
    if (!answer.ok) return failed(answer.reason);
    onChosen?.();
    const { challenge_id } = challenge;
    const done = await post('verify', { challenge_id, credential: answer.credential });
    return done.status === 200 && isSession(done.body) ? { data: done.body, error: null } : refused(done);
  });
}

const post = (step: string, content: object) =>
  postJson(`/auth/v1/passkeys/authentication/${step}`, content, { timeoutMs: AUTH_TIMEOUT_MS });

const failed = (reason: PasskeyReason) => ({ data: null, error: { status: 400, message: reason } });

/** Codes about passkeys are the reason; the texts of others are by their code. */
function refused(reply: { status: number; body: unknown }) {
  const error = errorOf(reply);
  const code = codeOf(reply.body);
  return { data: null, error: /^(?:webauthn|passkey)_/.test(code) ? { ...error, message: code } : error };
}
