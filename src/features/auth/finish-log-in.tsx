import { useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { signInCopy } from '#copy/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './auth-form.module.css';
import { ConsentForm } from './consent-form.tsx';
import { LogOutDialog } from './log-out-dialog.tsx';
import type { PendingLogIn } from './sign-in-mutations.ts';
import { useLogOut } from './use-log-out.ts';

interface FinishLogInProps {
  pending: PendingLogIn;
  /** The logged-in account: '@ann'. */
  present: string;
  /** The log-in comes from a link in a mail. */
  isLink?: boolean;
  onDone: () => void;
  onDeclined: () => void;
}

/** Asks what must be answered before a log-in is stored on this device. Until then nothing here has changed. */
export function FinishLogIn({ pending, present, isLink = false, onDone, onDeclined }: FinishLogInProps) {
  const [isAgreed, setIsAgreed] = useState(!pending.needsConsents);
  // Named once: during the log-out there is no present account.
  const [left] = useState(present);
  const { email, isOther } = pending;

  const open = async () => {
    const opened = await pending.open().catch(() => null);
    if (opened?.ok) onDone();
    else toast(authCopy.loginUnexpected, { tone: 'stop' });
  };
  const logOut = useLogOut(() => void open());
  const decline = () => {
    pending.decline();
    onDeclined();
  };

  if (!isAgreed) {
    const agree = () => (isOther ? setIsAgreed(true) : void open());
    return <ConsentForm email={email} give={pending.giveConsents} onGiven={agree} onCancel={decline} />;
  }
  return (
    <div className={styles.form}>
      <h2 className={styles.heading}>{authCopy.switchTitle}</h2>
      <output className={styles.lead}>{(isLink ? authCopy : signInCopy).switchText(left, email)}</output>
      <div className={styles.buttons}>
        <Button busy={logOut.busy} onClick={logOut.start}>
          {authCopy.switchTo(email)}
        </Button>
        <Button kind="outline" onClick={decline}>
          {authCopy.switchStay(left)}
        </Button>
      </div>
      <LogOutDialog logOut={logOut} />
    </div>
  );
}
