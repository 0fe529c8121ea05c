import { useEffect, useEffectEvent, useId, useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { passkeyLogInCopy as copy } from '#copy/passkey-log-in.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './auth-form.module.css';
import { passkeyErrorText } from './passkey-error.ts';
import { useArePasskeysOffered, useIsOffline } from './passkey-queries.ts';
import { Problem } from './problem.tsx';
import { logInWithPasskey, type Arrived, type PendingLogIn } from './sign-in-mutations.ts';
import { suggestPasskeys } from './suggestion-mutations.ts';

interface PasskeyLogInProps {
  /** `pending`: the log-in waits for answers. */
  onLoggedIn: (pending: PendingLogIn | null) => void;
}

/** A button, and suggestions at the email field. Nothing where the server or the browser has no passkeys. */
export function PasskeyLogIn({ onLoggedIn }: PasskeyLogInProps) {
  const isOffered = useArePasskeysOffered();
  const isOffline = useIsOffline();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const noteId = useId();

  const end = (result: Arrived | null) => {
    if (result?.ok) onLoggedIn(result.pending);
    else if (result) setProblem(passkeyErrorText(result));
    else toast(authCopy.loginUnexpected, { tone: 'stop' });
  };
  const onSuggested = useEffectEvent(end);
  // A browser asks for one passkey at a time.
  const isSuggesting = isOffered && !busy;
  useEffect(() => (isSuggesting ? suggestPasskeys((result) => onSuggested(result)) : undefined), [isSuggesting]);
  if (!isOffered) return null;

  const ask = async () => {
    setBusy(true);
    setProblem(null);
    const result = await logInWithPasskey(new AbortController().signal).catch(() => null);
    setBusy(false);
    end(result);
  };
  return (
    <div className={styles.part}>
      <Button
        kind="outline"
        wide
        disabled={isOffline}
        aria-describedby={isOffline ? noteId : undefined}
        onClick={() => {
          if (!busy) void ask();
        }}
      >
        {busy ? copy.waiting : copy.logIn}
      </Button>
      {isOffline && (
        <p id={noteId} className={styles.foot}>
          {copy.offline}
        </p>
      )}
      <Problem>{problem}</Problem>
    </div>
  );
}
