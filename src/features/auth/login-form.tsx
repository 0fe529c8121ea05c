import { useRef, useState, type SyntheticEvent } from 'react';
import { authCopy } from '#copy/auth.ts';
import { errorText } from '#copy/errors.ts';
import { signInCopy } from '#copy/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { EmailField } from './email-field.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './auth-form.module.css';
import { failureReason, failureText } from './failure-reason.ts';
import { GoogleButton } from './google-button.tsx';
import { toLoginError, type LoginError } from './login-error.ts';
import { OtherWays } from './other-ways.tsx';
import { PasskeyLogIn } from './passkey-log-in.tsx';
import { Problem } from './problem.tsx';
import { logIn, requestCode, requestPasswordReset, type AuthFailure, type PendingLogIn } from './sign-in-mutations.ts';

interface LoginFormProps {
  email: string;
  /** The path to open after the log-in. */
  next: string;
  onEmail: (email: string) => void;
  onCodeSent: () => void;
  /** `pending`: the log-in waits for answers. */
  onLoggedIn: (pending: PendingLogIn | null) => void;
  onUnconfirmed: (email: string) => void;
}

export function LoginForm({ email, next, onEmail, onCodeSent, onLoggedIn, onUnconfirmed }: LoginFormProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<LoginError>({});
  const [busy, setBusy] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [isResetSent, setResetSent] = useState(false);
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    const missing: LoginError = {
      ...(!email.trim() && { email: authCopy.emailMissing }),
      ...(!password && { password: authCopy.passwordMissing }),
    };
    setError(missing);
    if (missing.email ?? missing.password) return (missing.email ? emailRef : passwordRef).current?.focus();
    setBusy(true);
    const result = await logIn({ email: email.trim(), password }).catch(() => null);
    setBusy(false);
    if (result?.ok) {
      onLoggedIn(result.pending);
    } else if (!result) {
      toast(authCopy.loginUnexpected, { tone: 'stop' });
    } else if (result.code === 'email_not_confirmed') {
      onUnconfirmed(email.trim());
    } else {
      toast(authCopy.loginFailed, { tone: 'stop' });
      setError(explain(result));
    }
  };

  const hasEmail = (): boolean => {
    if (email.trim()) return true;
    setError({ email: authCopy.emailFirst });
    emailRef.current?.focus();
    return false;
  };

  const sendCode = async () => {
    if (isSending || !hasEmail()) return;
    setIsSending(true);
    const result = await requestCode(email);
    setIsSending(false);
    if (result.ok) onCodeSent();
    else
      setError(result.code === 'invalid_input' ? { email: authCopy.emailInvalid } : { general: failureText(result) });
  };

  const reset = async () => {
    if (!hasEmail()) return;
    const result = await requestPasswordReset(email.trim());
    setError({});
    setResetSent(result.ok);
    if (result.ok) toast(authCopy.resetSent);
    else setError({ general: authCopy.resetFailed(failureReason(result)) });
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Problem>{error.general}</Problem>
      <EmailField
        ref={emailRef}
        autoComplete="username webauthn"
        value={email}
        error={error.email}
        onEmail={(next) => {
          onEmail(next);
          setError({});
        }}
      />
      <Field
        ref={passwordRef}
        label={authCopy.password}
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        error={error.password}
        onChange={(event) => {
          setPassword(event.target.value);
          setError({});
        }}
      />
      <Button type="submit" wide disabled={busy}>
        {busy ? authCopy.loggingIn : authCopy.logIn}
      </Button>
      <Button kind="text" onClick={() => void reset()}>
        {authCopy.forgot}
      </Button>
      {isResetSent && (
        <LinkButton to="/reset-password" state={{ email: email.trim() }} kind="text">
          {authCopy.resetCode}
        </LinkButton>
      )}
      <OtherWays>
        <Button kind="outline" wide onClick={() => void sendCode()}>
          {isSending ? signInCopy.sendingCode : signInCopy.emailCode}
        </Button>
        <GoogleButton next={next} />
        <PasskeyLogIn onLoggedIn={onLoggedIn} />
      </OtherWays>
      <p className={styles.foot}>
        {authCopy.noAccount} <TextLink to="/signup">{authCopy.signUp}</TextLink>
      </p>
    </form>
  );
}

const OWN_TEXT: ReadonlySet<AuthFailure['code']> = new Set(['offline', 'server', 'rate_limited', 'banned']);

/** Failures of the service are not shown at a field; others show the provider's message. */
function explain(failure: AuthFailure): LoginError {
  const { code, message } = failure;
  if (OWN_TEXT.has(code)) return { general: failureText(failure) };
  // Only the provider's messages name a field.
  return message ? toLoginError(message) : { general: errorText(code) };
}
