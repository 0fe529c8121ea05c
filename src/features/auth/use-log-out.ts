import { useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { toast } from '#ui/toast-store.ts';
import { type LogOutMode, logOut, type Unsent } from './mutations.ts';

export interface LogOut {
  /** What would stay behind; null when nobody is being asked. */
  unsent: Unsent | null;
  /** The device is being looked at, or left. */
  busy: boolean;
  start: () => void;
  /** Keeps what waits for the next log-in of the same member. */
  later: () => void;
  discard: () => void;
  stay: () => void;
}

/** Logging out asks first when something has not gone out. */
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
