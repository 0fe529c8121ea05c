import { useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { toast } from '#ui/toast-store.ts';
import { logOut } from './mutations.ts';

export interface LogOut {
  /** How many things would stay behind unsent; null when nobody is being asked. */
  unsent: number | null;
  start: () => void;
  anyway: () => void;
  stay: () => void;
}

/** Logging out asks first when something has not gone out. */
export function useLogOut(onLoggedOut: () => void): LogOut {
  const [unsent, setUnsent] = useState<number | null>(null);
  const run = async (force: boolean) => {
    setUnsent(null);
    const result = await logOut({ force });
    if (result.ok) {
      toast(authCopy.loggedOut);
      onLoggedOut();
    } else if (result.code === 'unsent') {
      setUnsent(result.count ?? 1);
    } else {
      toast(authCopy.logoutFailed, { tone: 'stop' });
    }
  };
  return {
    unsent,
    start: () => void run(false),
    anyway: () => void run(true),
    stay: () => setUnsent(null),
  };
}
