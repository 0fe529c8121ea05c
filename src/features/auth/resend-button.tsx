import { useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { failureText } from './failure-reason.ts';
import { signInCopy } from '#copy/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './auth-form.module.css';
import type { AuthResult } from './sign-in-mutations.ts';
import { useCountdown } from './use-countdown.ts';

/** The pause that a hosted project asks for between two mails. */
const WAIT_SECONDS = 60;

interface ResendButtonProps {
  send: () => Promise<AuthResult>;
  /** The toast after it. */
  sentText: string;
  disabled?: boolean;
  /** A mail was sent just before this was shown. */
  isSent?: boolean;
  onSent?: () => void;
}

/** Sends a mail again, once a minute. The answer is the same whether or not the account exists. */
export function ResendButton({ send, sentText, disabled = false, isSent = false, onSent }: ResendButtonProps) {
  const [busy, setBusy] = useState(false);
  const { left, start } = useCountdown(WAIT_SECONDS, isSent);
  const resend = async () => {
    setBusy(true);
    const result = await send();
    setBusy(false);
    if (!result.ok) return toast(failureText(result), { tone: 'stop' });
    toast(sentText);
    start();
    onSent?.();
  };
  return (
    // Not `disabled` while waiting: the button would lose the focus that its own press gave it.
    <Button
      kind="outline"
      disabled={disabled}
      className={left > 0 ? styles.waiting : undefined}
      aria-disabled={busy || left > 0 || undefined}
      onClick={() => !busy && left === 0 && void resend()}
    >
      {busy ? authCopy.resending : left > 0 ? signInCopy.resendIn(left) : authCopy.resend}
    </Button>
  );
}
