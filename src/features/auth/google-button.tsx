import { useEffect, useState } from 'react';
import { failureText } from './failure-reason.ts';
import { signInCopy } from '#copy/sign-in.ts';
import { Button, type ButtonKind } from '#ui/button.tsx';
import styles from './auth-form.module.css';
import { Problem } from './problem.tsx';
import { logInWithGoogle } from './sign-in-mutations.ts';

interface GoogleButtonProps {
  /** The path to open after the log-in. */
  next: string;
  text?: string;
  kind?: ButtonKind;
}

/** Leaves for Google's page. No script or picture of Google is loaded before. */
export function GoogleButton({ next, text = signInCopy.google, kind = 'outline' }: GoogleButtonProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  // The browser's Back shows this page as it was left.
  useEffect(() => {
    const show = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    addEventListener('pageshow', show);
    return () => removeEventListener('pageshow', show);
  }, []);

  const leave = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const failure = await logInWithGoogle(next);
    setBusy(false);
    setProblem(failure.message === 'not_set_up' ? signInCopy.googleNotSetUp : failureText(failure));
  };

  return (
    <div className={styles.part}>
      <Button kind={kind} wide onClick={() => void leave()}>
        {busy ? signInCopy.openingGoogle : text}
      </Button>
      <Problem>{problem}</Problem>
    </div>
  );
}
