import { useRef, useState, type SyntheticEvent } from 'react';
import { authCopy } from '#copy/auth.ts';
import { signInCopy } from '#copy/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './auth-form.module.css';
import { codeErrorText } from './code-error.ts';
import { ResendButton } from './resend-button.tsx';
import { logInWithCode, type AuthResult, type PendingLogIn } from './sign-in-mutations.ts';

const DIGITS = 6;

interface CodeFormProps {
  email: string;
  /** Of a password reset. */
  isReset?: boolean;
  submitText: string;
  busyText: string;
  send: () => Promise<AuthResult>;
  sentText: string;
  isSent: boolean;
  /** `pending`: the log-in waits for answers. */
  onLoggedIn: (pending: PendingLogIn | null) => void;
}

export function CodeForm({
  email,
  isReset = false,
  submitText,
  busyText,
  send,
  sentText,
  isSent,
  onLoggedIn,
}: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [sentAt, setSentAt] = useState(() => Date.now());
  const field = useRef<HTMLInputElement>(null);

  const reject = (text: string) => {
    setError(text);
    field.current?.focus();
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    if (code.length < DIGITS) return reject(signInCopy.codeMissing);
    setBusy(true);
    const result = await logInWithCode({ email, code, type: isReset ? 'recovery' : 'email' }).catch(() => null);
    setBusy(false);
    if (!result) toast(authCopy.loginUnexpected, { tone: 'stop' });
    else if (result.ok) onLoggedIn(result.pending);
    else reject(codeErrorText(result, Date.now() - sentAt));
  };

  return (
    <form className={styles.part} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.code}>
        <Field
          ref={field}
          label={signInCopy.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          hint={signInCopy.codeHint}
          error={error}
          value={code}
          onChange={(event) => {
            // Mails and keyboards add spaces.
            setCode(event.target.value.replaceAll(/\D/g, '').slice(0, DIGITS));
            setError(null);
          }}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" disabled={!email}>
          {busy ? busyText : submitText}
        </Button>
        <ResendButton
          send={send}
          sentText={sentText}
          isSent={isSent}
          disabled={!email}
          onSent={() => setSentAt(Date.now())}
        />
      </div>
    </form>
  );
}
