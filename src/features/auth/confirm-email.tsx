import { useState } from 'react';
import { authCopy, mailLinkCopy } from '#copy/auth.ts';
import { errorText } from '#copy/errors.ts';
import { signInCopy } from '#copy/sign-in.ts';
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

const NO_TOKEN: AuthFailure = { ok: false, code: 'link_expired', message: '' };

/** For the control to press next, so that Enter works at once. Stable, so that it runs once per element. */
const focus = (element: HTMLElement | null) => element?.focus();

/** The page of a mail link. Opening it sends nothing, because mail scanners run pages and the token works once. */
export function ConfirmEmail({ tokenHash, type, next, present, onConfirmed, onStay }: ConfirmEmailProps) {
  const [failure, setFailure] = useState<AuthFailure | null>(tokenHash ? null : NO_TOKEN);
  const [busy, setBusy] = useState(false);
  const [email, setEmail] = useState('');
  const [pending, setPending] = useState<PendingLogIn | null>(null);
  const finish = (isHalf = false) => {
    if (type !== 'recovery') toast(isHalf ? authCopy.confirmedHalf : authCopy.confirmed);
    onConfirmed(mailLinkTarget(type, next));
  };

  const confirm = async () => {
    setBusy(true);
    const result = await confirmEmail({ token_hash: tokenHash, type });
    if (result.ok && !result.pending) return finish(result.isHalf);
    setBusy(false);
    if (result.ok) setPending(result.pending);
    else setFailure(result);
  };

  if (pending) {
    return <FinishLogIn pending={pending} present={present} isLink onDone={() => finish()} onDeclined={onStay} />;
  }
  if (!failure || isPassing(failure)) {
    const { text, button } = mailLinkCopy(type);
    return (
      <div className={styles.form}>
        <p id="mail-link" className={styles.lead}>
          {text}
        </p>
        <Problem>{failure && (failure.code === 'offline' ? authCopy.confirmOffline : failureText(failure))}</Problem>
        <div className={styles.buttons}>
          <Button ref={focus} aria-describedby="mail-link" busy={busy} onClick={() => void confirm()}>
            {busy ? signInCopy.confirming : failure ? authCopy.tryAgain : button}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.form}>
      <h2 ref={focus} tabIndex={-1} className={styles.heading}>
        {authCopy.confirmFailed}
      </h2>
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
