import { useEffect, useRef, useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { errorText } from '#copy/errors.ts';
import { mailLinkTarget } from '#contract/mail-link.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './auth-form.module.css';
import { failureText, isPassing } from './failure-reason.ts';
import { FinishLogIn } from './finish-log-in.tsx';
import { Problem } from './problem.tsx';
import { ResendButton } from './resend-button.tsx';
import {
  confirmEmail,
  requestPasswordReset,
  resendConfirmation,
  type AuthFailure,
  type PendingLogIn,
} from './sign-in-mutations.ts';

interface ConfirmEmailProps {
  tokenHash: string;
  type: string;
  /** The logged-in account: '@ann'. */
  present: string;
  /** The path in the link. */
  next: string | undefined;
  onConfirmed: (target: string) => void;
  onStay: () => void;
}

/** The page of the link in the mail. The token works once, so it is used exactly once, also under StrictMode. */
export function ConfirmEmail({ tokenHash, type, next, present, onConfirmed, onStay }: ConfirmEmailProps) {
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const [email, setEmail] = useState('');
  const [pending, setPending] = useState<PendingLogIn | null>(null);
  const usedToken = useRef<string | null>(null);
  const finish = (isHalf = false) => {
    if (type !== 'recovery') toast(isHalf ? authCopy.confirmedHalf : authCopy.confirmed);
    onConfirmed(mailLinkTarget(type, next));
  };

  const confirm = async () => {
    setFailure(null);
    const result = await confirmEmail({ token_hash: tokenHash, type });
    if (!result.ok) setFailure(result);
    else if (result.pending) setPending(result.pending);
    else finish(result.isHalf);
  };

  useEffect(() => {
    if (usedToken.current === tokenHash) return;
    usedToken.current = tokenHash;
    void confirm();
  });

  if (pending) {
    return <FinishLogIn pending={pending} present={present} isLink onDone={() => finish()} onDeclined={onStay} />;
  }
  if (!failure) {
    return <output className={styles.form}>{authCopy.confirming}</output>;
  }
  if (isPassing(failure)) {
    return (
      <div className={styles.form}>
        <Problem>{failure.code === 'offline' ? authCopy.confirmOffline : failureText(failure)}</Problem>
        <div className={styles.buttons}>
          <Button onClick={() => void confirm()}>{authCopy.tryAgain}</Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.form}>
      <h2 className={styles.heading}>{authCopy.confirmFailed}</h2>
      <Problem>
        {failure.code !== 'link_expired'
          ? failure.message || errorText(failure.code)
          : type === 'recovery'
            ? authCopy.resetLinkFailed
            : authCopy.confirmFailedText}
      </Problem>
      <Field
        label={authCopy.email}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className={styles.buttons}>
        <ResendButton
          send={() => (type === 'recovery' ? requestPasswordReset : resendConfirmation)(email)}
          sentText={type === 'recovery' ? authCopy.resetSent : authCopy.resent}
          disabled={!email.trim()}
        />
        <LinkButton to="/login" kind="text">
          {authCopy.toLogin}
        </LinkButton>
      </div>
    </div>
  );
}
