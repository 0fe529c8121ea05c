import { useEffect, useRef, useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { signInCopy } from '#copy/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import styles from './auth-form.module.css';
import { failureText, isPassing } from './failure-reason.ts';
import { FinishLogIn } from './finish-log-in.tsx';
import { GoogleButton } from './google-button.tsx';
import { googleErrorText } from './google-error.ts';
import { Problem } from './problem.tsx';
import { finishGoogle, type AuthFailure, type PendingLogIn } from './sign-in-mutations.ts';

interface GoogleCallbackProps {
  /** Empty if the log-in failed. */
  code: string;
  /** The auth server's `error_code`, or Google's `error`. */
  error: string;
  present: string;
  /** `next`: the path that the member wanted to open. */
  onLoggedIn: (next: string) => void;
  onDeclined: () => void;
}

const unexpected: AuthFailure = { ok: false, code: 'unknown', message: '' };

/** The page that Google leads back to. The code works once, so it is used once, also under StrictMode. */
export function GoogleCallback({ code, error, present, onLoggedIn, onDeclined }: GoogleCallbackProps) {
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const [waiting, setWaiting] = useState<{ pending: PendingLogIn; next: string } | null>(null);
  const usedCode = useRef<string | null>(null);

  const finish = async () => {
    setFailure(null);
    const result = await finishGoogle(code).catch(() => unexpected);
    if (!result.ok) setFailure(result);
    else if (result.pending) setWaiting({ pending: result.pending, next: result.next });
    else onLoggedIn(result.next);
  };

  useEffect(() => {
    if (code === '' || usedCode.current === code) return;
    usedCode.current = code;
    void finish();
  });

  if (waiting) {
    const { pending, next } = waiting;
    return <FinishLogIn pending={pending} present={present} onDone={() => onLoggedIn(next)} onDeclined={onDeclined} />;
  }
  if (code !== '' && !failure) return <output className={styles.form}>{signInCopy.googleReturning}</output>;
  return (
    <div className={styles.form}>
      <h2 className={styles.heading}>{signInCopy.googleTitle}</h2>
      <Problem>{failure?.code === 'server' ? failureText(failure) : googleErrorText(failure?.code ?? error)}</Problem>
      {failure && isPassing(failure) ? (
        <Button onClick={() => void finish()}>{authCopy.tryAgain}</Button>
      ) : (
        <GoogleButton next="/" kind="ink" text={signInCopy.tryGoogle} />
      )}
      <LinkButton to="/login" kind="text">
        {authCopy.toLogin}
      </LinkButton>
    </div>
  );
}
