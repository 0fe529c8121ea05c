import type { Arrived, NewSession, PendingLogIn } from '#data/connection/arrival.ts';
import type { AuthFailure, AuthResult } from '#data/session/auth-result.ts';

export type { Arrived, PendingLogIn } from '#data/connection/arrival.ts';
export type { AuthFailure, AuthResult } from '#data/session/auth-result.ts';

/** Loaded on demand, because a log-in comes after the first paint. */
const load = async () => ({
  ...(await import('#data/connection/arrival.ts')),
  ...(await import('#data/session/auth-client.ts')),
  ...(await import('#data/session/auth-result.ts')),
  ...(await import('#data/session/own-account.ts')),
  ...(await import('#data/session/session.ts')),
  ...(await import('#data/session/tokens.ts')),
});

const noChunk: AuthFailure = { ok: false, code: 'offline', message: 'The network is away.' };
const invalid = (message: string): AuthFailure => ({ ok: false, code: 'invalid_input', message });

type Parts = Awaited<ReturnType<typeof load>>;

/** Never throws: a chunk that cannot be loaded counts as being offline. */
async function withAuth<T>(work: (parts: Parts) => Promise<AuthResult<T>>): Promise<AuthResult<T>> {
  const parts = await load().catch(() => null);
  return parts ? work(parts) : noChunk;
}

/** Creates the account and mails the confirmation. `confirmed` is false until its link or code was used. */
export const signUp = (input: { email: string; password: string; terms: boolean; adult: boolean }) =>
  withAuth<{ confirmed: boolean }>(async ({ arrive, attempt, detachedAuthClient }) => {
    const { consentsTo, SignUp, TERMS_VERSION } = await import('#contract/auth.ts');
    const parsed = SignUp.safeParse({ ...input, email: input.email.trim() });
    if (!parsed.success) {
      const message = parsed.error.issues[0]?.message ?? '';
      return message === 'password_weak' ? { ok: false, code: 'weak_password', message } : invalid(message);
    }
    const { email, password } = parsed.data;
    const result = await attempt(() =>
      detachedAuthClient().signUp({
        email,
        password,
        options: { emailRedirectTo: `${location.origin}/auth/confirm`, data: consentsTo(TERMS_VERSION) },
      }),
    );
    if (!result.ok) return result;
    const { session } = result.data;
    const arrived = session && (await arrive(session, true));
    return arrived?.ok === false ? arrived : { ok: true, confirmed: session !== null };
  });

export const logIn = (input: { email: string; password: string }) =>
  withAuth<{ pending: PendingLogIn | null }>(async ({ arrive, attempt, detachedAuthClient }) => {
    const email = input.email.trim();
    if (email === '' || input.password === '') return invalid('An email and a password are needed.');
    const result = await attempt(() => detachedAuthClient().signInWithPassword({ email, password: input.password }));
    return result.ok ? arrive(result.data.session as NewSession, true) : result;
  });

/** Mails a code and a link. Succeeds for unknown addresses too, to reveal no accounts. */
export const requestCode = (email: string) =>
  withAuth(async ({ attempt, detachedAuthClient }) => {
    const options = { shouldCreateUser: false, emailRedirectTo: `${location.origin}/auth/confirm` };
    const result = await attempt(() => detachedAuthClient().signInWithOtp({ email: email.trim(), options }));
    // A hosted project's answer for an unknown address.
    return !result.ok && result.message.startsWith('Signups not allowed') ? { ok: true } : result;
  });

/** Logs in with a mailed code. `type`: recovery for a password reset, email for log-in and confirmation. */
export const logInWithCode = ({ email, code, type }: { email: string; code: string; type: 'email' | 'recovery' }) =>
  withAuth<{ pending: PendingLogIn | null }>(async (parts) => {
    const { attempt, detachedAuthClient } = parts;
    const proof = { email: email.trim(), token: code, type };
    return enter(parts, await attempt(() => detachedAuthClient().verifyOtp(proof)));
  });

/** By passkey: the browser asks at once, or with `onChosen` suggests them until one is chosen or aborted. */
export const logInWithPasskey = (signal: AbortSignal, onChosen?: () => void) =>
  withAuth<{ pending: PendingLogIn | null }>(async (parts) => {
    const passkeys = await import('#data/session/passkeys.ts').catch(() => null);
    if (!passkeys) return noChunk;
    const result = await passkeys.passkeySession(signal, onChosen);
    return result.ok ? parts.arrive(result.data as NewSession) : result;
  });

const MAIL_LINKS = ['signup', 'email', 'recovery', 'magiclink', 'invite', 'email_change'] as const;

/** Opens a session from the link in a mail. The first of the two links of a change of address (`isHalf`) opens none. */
export const confirmEmail = ({ token_hash, type }: { token_hash: string; type: string }) =>
  withAuth<{ pending: PendingLogIn | null; isHalf?: boolean }>(async (parts) => {
    const { attempt, detachedAuthClient } = parts;
    const kind = MAIL_LINKS.find((known) => known === type);
    if (!kind || token_hash === '') return { ok: false, code: 'link_expired', message: 'The link is not complete.' };
    const result = await attempt(() => detachedAuthClient().verifyOtp({ token_hash, type: kind }));
    if (result.ok && !result.data.session) return { ok: true, pending: null, isHalf: true };
    return enter(parts, result);
  });

function enter({ arrive }: Parts, result: AuthResult<{ data: { session: NewSession | null } }>): Promise<Arrived> {
  if (!result.ok) return Promise.resolve(result);
  const { session } = result.data;
  return session ? arrive(session) : Promise.resolve({ ok: true, pending: null });
}

/** Leaves for Google's page. Returns only if that fails. */
export async function logInWithGoogle(next: string): Promise<AuthFailure> {
  const parts = await import('#data/session/google.ts').catch(() => null);
  const result = parts ? await parts.googleAddress(next) : noChunk;
  if (!result.ok) return result;
  location.assign(result.url);
  return new Promise(() => {});
}

/** Opens the session of the code that came back from Google. `next`: the path that the member wanted to open. */
export const finishGoogle = (code: string) =>
  withAuth<{ pending: PendingLogIn | null; next: string }>(async ({ arrive }) => {
    const google = await import('#data/session/google.ts').catch(() => null);
    if (!google) return noChunk;
    const result = await google.exchangeGoogleCode(code);
    if (!result.ok) return result;
    const arrived = await arrive(result.data as NewSession);
    return arrived.ok ? { ...arrived, next: result.next } : arrived;
  });

export const resendConfirmation = (email: string) =>
  withAuth(({ attempt, detachedAuthClient }) =>
    attempt(() =>
      detachedAuthClient().resend({
        type: 'signup',
        email: email.trim(),
        options: { emailRedirectTo: `${location.origin}/auth/confirm` },
      }),
    ),
  );

export const requestPasswordReset = (email: string) =>
  withAuth(({ attempt, detachedAuthClient }) =>
    attempt(() =>
      detachedAuthClient().resetPasswordForEmail(email.trim(), { redirectTo: `${location.origin}/reset-password` }),
    ),
  );

/** Needs the session that the reset link opened. */
export const updatePassword = (password: string) =>
  withAuth(async ({ changePassword, memberToken, sessionStore }) => {
    const { isStrongPassword } = await import('#contract/auth.ts');
    if (!isStrongPassword(password)) return { ok: false, code: 'weak_password', message: 'password_weak' };
    const session = sessionStore.get();
    if (session.kind === 'guest') return { ok: false, code: 'session_missing', message: '' };
    return changePassword((refused) => memberToken(session.userId, refused), password);
  });
