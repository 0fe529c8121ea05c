import { useState, type SyntheticEvent } from 'react';
import { isStrongPassword } from '#contract/auth.ts';
import { authCopy } from '#copy/auth.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './auth-form.module.css';
import { failureReason } from './failure-reason.ts';
import { Problem } from './problem.tsx';
import { updatePassword } from './sign-in-mutations.ts';

interface ResetFormProps {
  /** The link in the mail opened a session, which changing the password requires. */
  signedIn: boolean;
  onDone: () => void;
}

export function ResetForm({ signedIn, onDone }: ResetFormProps) {
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
      <Problem>{problem ?? (signedIn ? null : authCopy.resetNoSession)}</Problem>
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
      <Button type="submit" wide disabled={busy || !signedIn}>
        {busy ? authCopy.resetSaving : authCopy.resetSave}
      </Button>
    </form>
  );
}
