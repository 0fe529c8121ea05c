import { useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { errorText } from '#copy/errors.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { requestPasswordReset, resendConfirmation } from './mutations.ts';

interface ResendButtonProps {
  email: string;
  disabled?: boolean;
  /** Sends the password mail instead of the confirmation mail. */
  recovery?: boolean;
}

/** Sends the mail again. The answer is the same whether or not the account exists. */
export function ResendButton({ email, disabled = false, recovery = false }: ResendButtonProps) {
  const [busy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    const result = await (recovery ? requestPasswordReset : resendConfirmation)(email);
    setBusy(false);
    if (result.ok) toast(recovery ? authCopy.resetSent : authCopy.resent);
    else toast(errorText(result.code), { tone: 'stop' });
  };
  return (
    <Button kind="outline" disabled={busy || disabled} onClick={() => void resend()}>
      {busy ? authCopy.resending : authCopy.resend}
    </Button>
  );
}
