import { useState, type SyntheticEvent } from 'react';
import { isStrongPassword } from '#contract/auth.ts';
import { authCopy } from '#copy/auth.ts';
import { signInCopy } from '#copy/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './auth-form.module.css';
import { CodeForm } from './code-form.tsx';
import { failureReason } from './failure-reason.ts';
import { FinishLogIn } from './finish-log-in.tsx';
import { Problem } from './problem.tsx';
import { type PendingLogIn, requestPasswordReset, updatePassword } from './sign-in-mutations.ts';

interface ResetCodeProps {
  /** The address for which the mail was requested; empty if this page was opened another way. */
  email: string;
  present: string;
  onDeclined: () => void;
}

/** The reset mail's code, for a device that cannot open its link. Opens the session to change the password in. */
export function ResetCode({ email: known, present, onDeclined }: ResetCodeProps) {
  const [email, setEmail] = useState(known);
  const [pending, setPending] = useState<PendingLogIn | null>(null);
  if (pending)
    return <FinishLogIn pending={pending} present={present} onDone={() => setPending(null)} onDeclined={onDeclined} />;
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{authCopy.resetNoSession}</p>
      <Field
        label={authCopy.email}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <CodeForm
        email={email.trim()}
        isReset
        submitText={authCopy.resetContinue}
        busyText={signInCopy.confirming}
        send={() => requestPasswordReset(email)}
        sentText={authCopy.resetSent}
        isSent={known !== ''}
        onLoggedIn={setPending}
      />
    </div>
  );
}

/** In the session that the link or the code of the reset mail opened. */
export function ResetForm({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [weak, setWeak] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    setWeak(!isStrongPassword(password));
    if (!isStrongPassword(password)) return;
    setBusy(true);
    const result = await updatePassword(password);
    setBusy(false);
    if (result.ok) {
      toast(authCopy.resetDone);
      onDone();
    } else {
      setProblem(authCopy.resetFailed(failureReason(result)));
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Problem>{problem}</Problem>
      <Field
        label={authCopy.newPassword}
        type="password"
        name="password"
        autoComplete="new-password"
        value={password}
        hint={authCopy.passwordHint}
        error={weak ? authCopy.passwordRule : null}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" wide disabled={busy}>
        {busy ? authCopy.resetSaving : authCopy.resetSave}
      </Button>
    </form>
  );
}
