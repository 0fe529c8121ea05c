import { useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { signInCopy } from '#copy/sign-in.ts';
import { Button } from '#ui/button.tsx';
import styles from './auth-form.module.css';
import { CodeForm } from './code-form.tsx';
import { FinishLogIn } from './finish-log-in.tsx';
import { LoginForm } from './login-form.tsx';
import { requestCode, type PendingLogIn } from './sign-in-mutations.ts';

interface LogInProps {
  /** The account whose session has ended, if one is still on this device. */
  present: string;
  /** The path to open after the log-in. */
  next: string;
  onLoggedIn: () => void;
  onUnconfirmed: (email: string) => void;
}

export function LogIn({ present, next, onLoggedIn, onUnconfirmed }: LogInProps) {
  const [email, setEmail] = useState('');
  const [hasCode, setHasCode] = useState(false);
  const [pending, setPending] = useState<PendingLogIn | null>(null);
  const arrive = (waiting: PendingLogIn | null) => (waiting ? setPending(waiting) : onLoggedIn());

  if (pending) {
    const goBack = () => {
      setPending(null);
      setHasCode(false);
    };
    return <FinishLogIn pending={pending} present={present} onDone={onLoggedIn} onDeclined={goBack} />;
  }
  if (hasCode) {
    return (
      <div className={styles.form}>
        <h2 className={styles.heading}>{signInCopy.codeTitle}</h2>
        <output className={styles.lead}>{signInCopy.codeSentTo(email)}</output>
        <CodeForm
          email={email}
          submitText={authCopy.logIn}
          busyText={authCopy.loggingIn}
          send={() => requestCode(email)}
          sentText={signInCopy.codeSent}
          isSent
          onLoggedIn={arrive}
        />
        <Button kind="text" onClick={() => setHasCode(false)}>
          {signInCopy.usePassword}
        </Button>
      </div>
    );
  }
  return (
    <LoginForm
      email={email}
      next={next}
      onEmail={setEmail}
      onCodeSent={() => setHasCode(true)}
      onLoggedIn={arrive}
      onUnconfirmed={onUnconfirmed}
    />
  );
}
