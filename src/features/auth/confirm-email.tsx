import { useEffect, useRef, useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { errorText } from '#copy/errors.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './auth-form.module.css';
import { LogOutDialog } from './log-out-dialog.tsx';
import { confirmEmail, type AuthFailure, type OtherAccount } from './mutations.ts';
import { Problem } from './problem.tsx';
import { ResendButton } from './resend-button.tsx';
import { useLogOut } from './use-log-out.ts';

interface ConfirmEmailProps {
  tokenHash: string;
  type: string;
  /** The logged-in account: '@ann'. */
  present: string;
  onConfirmed: () => void;
  onStay: () => void;
}

/** The page of the link in the mail. The token works once, so it is used exactly once, also under StrictMode. */
export function ConfirmEmail({ tokenHash, type, present, onConfirmed, onStay }: ConfirmEmailProps) {
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const [email, setEmail] = useState('');
  const [other, setOther] = useState<(OtherAccount & { present: string }) | null>(null);
  const usedToken = useRef<string | null>(null);
  const finish = () => {
    if (type !== 'recovery') toast(authCopy.confirmed);
    onConfirmed();
  };

  const switchAccount = async () => {
    const result = await other?.accept();
    if (result?.ok) finish();
    else if (result) setFailure(result);
  };

  const logOut = useLogOut(() => void switchAccount());

  const confirm = async () => {
    setFailure(null);
    const result = await confirmEmail({ token_hash: tokenHash, type });
    if (!result.ok) setFailure(result);
    else if (result.other) setOther({ ...result.other, present });
    else finish();
  };

  const retrySwitch = () => {
    setFailure(null);
    return switchAccount();
  };

  useEffect(() => {
    if (usedToken.current === tokenHash) return;
    usedToken.current = tokenHash;
    void confirm();
  });

  if (other && !failure) {
    return (
      <div className={styles.form}>
        <h2 className={styles.heading}>{authCopy.switchTitle}</h2>
        <output className={styles.lead}>{authCopy.switchText(other.present, other.email)}</output>
        <div className={styles.buttons}>
          <Button busy={logOut.busy} onClick={logOut.start}>
            {authCopy.switchTo(other.email)}
          </Button>
          <Button
            kind="outline"
            onClick={() => {
              other.decline();
              onStay();
            }}
          >
            {authCopy.switchStay(other.present)}
          </Button>
        </div>
        <LogOutDialog logOut={logOut} />
      </div>
    );
  }
  if (!failure) {
    return <output className={styles.form}>{authCopy.confirming}</output>;
  }
  if (failure.code === 'offline') {
    return (
      <div className={styles.form}>
        <Problem>{authCopy.confirmOffline}</Problem>
        <div className={styles.buttons}>
          <Button onClick={() => void (other ? retrySwitch() : confirm())}>{authCopy.tryAgain}</Button>
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
        <ResendButton email={email.trim()} disabled={!email.trim()} recovery={type === 'recovery'} />
        <LinkButton to="/login" kind="text">
          {authCopy.toLogin}
        </LinkButton>
      </div>
    </div>
  );
}
