import type { LogOutMode, LogOutResult } from '#data/connection/log-out.ts';
import type { AuthFailure, AuthResult } from '#data/session/auth-result.ts';

export type { Unsent } from '#data/connection/count-unsent.ts';
export type { LogOutMode } from '#data/connection/log-out.ts';
export type { AuthFailure, AuthResult } from '#data/session/auth-result.ts';

/** Loaded on demand, because a log-in comes after the first paint. */
const load = async () => ({
  ...(await import('#data/connection/log-in.ts')),
  ...(await import('#data/session/auth-client.ts')),
  ...(await import('#data/session/auth-result.ts')),
  ...(await import('#data/session/session.ts')),
});

const noChunk: AuthFailure = { ok: false, code: 'offline', message: 'The network is away.' };
const invalid = (message: string): AuthFailure => ({ ok: false, code: 'invalid_input', message });

type Parts = Awaited<ReturnType<typeof load>>;

/** Never throws: a chunk that cannot be loaded counts as being offline. */
async function withAuth<T>(work: (parts: Parts) => Promise<AuthResult<T>>): Promise<AuthResult<T>> {
  const parts = await load().catch(() => null);
  return parts ? work(parts) : noChunk;
}

/** Creates the account and sends the confirmation mail. `confirmed` is false until its link was opened. */
export const signUp = (input: { email: string; password: string; terms: boolean; adult: boolean }) =>
  withAuth<{ confirmed: boolean }>(async ({ attempt, authClient, completeLogIn }) => {
    const { consentsTo, SignUp, TERMS_VERSION } = await import('#contract/auth.ts');
    const parsed = SignUp.safeParse({ ...input, email: input.email.trim() });
    if (!parsed.success) {
      const message = parsed.error.issues[0]?.message ?? '';
      return message === 'password_weak' ? { ok: false, code: 'weak_password', message } : invalid(message);
    }
    const { email, password } = parsed.data;
    const result = await attempt(() =>
      authClient().signUp({
        email,
        password,
        options: {
          emailRedirectTo: `${location.origin}/auth/confirm`,
          data: consentsTo(TERMS_VERSION),
        },
      }),
    );
    if (!result.ok) return result;
    const { session, user } = result.data;
    if (session && user) await completeLogIn(user);
    return { ok: true, confirmed: session !== null };
  });

export const logIn = (input: { email: string; password: string }) =>
  withAuth(async ({ attempt, authClient, completeLogIn }) => {
    const email = input.email.trim();
    if (email === '' || input.password === '') return invalid('An email and a password are needed.');
    const result = await attempt(() => authClient().signInWithPassword({ email, password: input.password }));
    if (!result.ok) return result;
    if (result.data.user) await completeLogIn(result.data.user);
    return { ok: true };
  });

/**
 * 'ask' fails with code 'unsent' if there is unsent work or a draft. 'later' keeps them on the device until this member's next log-in
 * here. 'discard' deletes them. Also works without a network; then the session stays on the server until it expires.
 */
export async function logOut(mode: LogOutMode = 'ask'): Promise<LogOutResult> {
  const loaded = await import('#data/connection/log-out.ts').catch(() => null);
  return loaded ? loaded.logOut(mode) : noChunk;
}

const MAIL_LINKS = ['signup', 'email', 'recovery', 'magiclink', 'invite', 'email_change'] as const;

/** The link is of another account than the one that is logged in here, which is still logged in. */
export interface OtherAccount {
  email: string;
  /** Logs in with the link's session. Call it after the log-out of the present account. */
  accept: () => Promise<AuthResult>;
  /** Ends the link's session. */
  decline: () => void;
}

/** Opens a session from the link in a mail. `other`: it is not opened yet, because the member has to agree to leave their account. */
export const confirmEmail = ({ token_hash, type }: { token_hash: string; type: string }) =>
  withAuth<{ other: OtherAccount | null }>(async (parts) => {
    const { attempt, authClient, completeLogIn, detachedAuthClient, sessionStore } = parts;
    const kind = MAIL_LINKS.find((known) => known === type);
    if (!kind || token_hash === '') return { ok: false, code: 'link_expired', message: 'The link is not complete.' };
    const present = sessionStore.get();
    const client = present.kind === 'member' ? detachedAuthClient() : authClient();
    const result = await attempt(() => client.verifyOtp({ token_hash, type: kind }));
    if (!result.ok) return result;
    const { session, user } = result.data;
    if (!session || !user) return { ok: true, other: null };
    const accept = async () => {
      const opened =
        client === authClient() ? ({ ok: true } as const) : await attempt(() => authClient().setSession(session));
      if (opened.ok) await completeLogIn(user);
      return opened;
    };
    if (present.kind === 'guest' || present.userId === user.id) {
      const opened = await accept();
      return opened.ok ? { ok: true, other: null } : opened;
    }
    const decline = () => void client.signOut({ scope: 'local' }).catch(() => {});
    return { ok: true, other: { email: user.email ?? '', accept, decline } };
  });

export const resendConfirmation = (email: string) =>
  withAuth(({ attempt, authClient }) =>
    attempt(() =>
      authClient().resend({
        type: 'signup',
        email: email.trim(),
        options: { emailRedirectTo: `${location.origin}/auth/confirm` },
      }),
    ),
  );

export const requestPasswordReset = (email: string) =>
  withAuth(({ attempt, authClient }) =>
    attempt(() =>
      authClient().resetPasswordForEmail(email.trim(), { redirectTo: `${location.origin}/reset-password` }),
    ),
  );

/** Needs the session that the reset link opened. */
export const updatePassword = (password: string) =>
  withAuth(async ({ attempt, authClient }) => {
    const { isStrongPassword } = await import('#contract/auth.ts');
    if (!isStrongPassword(password)) return { ok: false, code: 'weak_password', message: 'password_weak' };
    return attempt(() => authClient().updateUser({ password }));
  });
