import { useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { toast } from '#ui/toast-store.ts';
import { type LogOutMode, logOut, type Unsent } from './mutations.ts';

export interface LogOut {
  /** Unsent work that the dialog lists; null while the dialog is closed. */
  unsent: Unsent | null;
  /** Unsent work is being counted, or the log-out is running. */
  busy: boolean;
  start: () => void;
  /** Keeps unsent work until the same member's next log-in. */
  later: () => void;
  discard: () => void;
  stay: () => void;
}

/** Opens a dialog before the log-out if there is unsent work. */
export function useLogOut(onLoggedOut: () => void): LogOut {
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (mode: LogOutMode) => {
    setBusy(true);
    const result = await logOut(mode);
    setBusy(false);
    setUnsent(!result.ok && result.unsent ? result.unsent : null);
    if (result.ok) {
      toast(authCopy.loggedOut);
      onLoggedOut();
    } else if (result.code !== 'unsent') {
      toast(authCopy.logoutFailed, { tone: 'stop' });
    }
  };
  return {
    unsent,
    busy,
    start: () => void run('ask'),
    later: () => void run('later'),
    discard: () => void run('discard'),
    stay: () => setUnsent(null),
  };
}
