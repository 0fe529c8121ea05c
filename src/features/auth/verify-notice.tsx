import { useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { signInCopy } from '#copy/sign-in.ts';
import { EmailField } from './email-field.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './auth-form.module.css';
import { CodeForm } from './code-form.tsx';
import { FinishLogIn } from './finish-log-in.tsx';
import { resendConfirmation, type PendingLogIn } from './sign-in-mutations.ts';

interface VerifyNoticeProps {
  /** The address just used to sign up; empty if this page was opened another way. */
  email: string;
  present: string;
  onConfirmed: () => void;
  onDeclined: () => void;
}

/** Shown after sign-up, until the member opens the link in the mail, or types its code. */
export function VerifyNotice({ email: known, present, onConfirmed, onDeclined }: VerifyNoticeProps) {
  const [email, setEmail] = useState(known);
  const [pending, setPending] = useState<PendingLogIn | null>(null);
  const finish = () => {
    toast(authCopy.confirmed);
    onConfirmed();
  };

  if (pending) return <FinishLogIn pending={pending} present={present} onDone={finish} onDeclined={onDeclined} />;
  return (
    <div className={styles.form}>
      <p className={styles.lead}>
        {known ? `${authCopy.verifySentTo(known)} ` : ''}
        {authCopy.verifyText}
      </p>
      <p className={styles.lead}>{signInCopy.codeOrLink}</p>
      {!known && <EmailField value={email} onEmail={setEmail} />}
      <CodeForm
        email={email.trim()}
        submitText={signInCopy.confirm}
        busyText={signInCopy.confirming}
        send={() => resendConfirmation(email)}
        sentText={authCopy.resent}
        isSent={known !== ''}
        onLoggedIn={(waiting) => (waiting ? setPending(waiting) : finish())}
      />
      <LinkButton to="/login" kind="text">
        {authCopy.toLogin}
      </LinkButton>
    </div>
  );
}
