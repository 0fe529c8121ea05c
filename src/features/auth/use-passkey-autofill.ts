import { useEffect, useEffectEvent, useState } from 'react';
import { logInWithPasskey, type Arrived } from './sign-in-mutations.ts';

/** The auth service's challenge is valid for five minutes; the suggestions wait for as long as the page is open. */
const RENEW_MS = 4 * 60_000;

/**
 * Suggests this device's passkeys at the email field while `isActive`. `onAnswer` gets the result when the member chose
 * one.
 */
export function usePasskeyAutofill(isActive: boolean, onAnswer: (result: Arrived) => void): void {
  const [round, setRound] = useState(0);
  const answer = useEffectEvent(onAnswer);
  useEffect(() => {
    if (!isActive) return;
    const ending = new AbortController();
    const { signal } = ending;
    const next = () => setRound((before) => before + 1);
    const renew = () => {
      if (document.hidden) document.addEventListener('visibilitychange', renew, { once: true, signal });
      else next();
    };
    const timer = setTimeout(renew, RENEW_MS);
    const beganAt = Date.now();
    // A timer stands still while the device sleeps; the challenge expires.
    document.addEventListener('visibilitychange', () => !document.hidden && Date.now() - beganAt > RENEW_MS && next(), {
      signal,
    });
    const suggest = async () => {
      let isChosen = false;
      const result = await logInWithPasskey(signal, () => {
        isChosen = true;
      });
      // Stored already, also if the page went offline or the button was pressed meanwhile.
      if (result.ok) return answer(result);
      // Before the member has chosen one, nothing failed that they asked for.
      if (signal.aborted || !isChosen) return;
      answer(result);
      next();
    };
    void suggest();
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [isActive, round]);
}
