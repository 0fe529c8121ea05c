import { isServerAway, syncState } from '#data/device/sync-state.ts';
import { logInWithPasskey, type Arrived } from './sign-in-mutations.ts';

/** The auth service's challenge is valid for five minutes; the suggestions wait for as long as the page is open. */
const VALID_MS = 5 * 60_000;
const RENEW_MS = 4 * 60_000;

const isEmailField = (target: unknown): boolean =>
  target instanceof Element && target.matches('[autocomplete~="webauthn"]');

/**
 * Suggests this device's passkeys at the email field, with a new challenge when one gets old, until the returned
 * function is called. No event tells whether the system's prompt is open, which a new challenge would close: so there
 * is none from the moment in which the field is used until something else on the page is.
 *
 * @param onAnswer gets the result when the member chose a passkey
 */
export function suggestPasskeys(onAnswer: (result: Arrived) => void): () => void {
  const ending = new AbortController();
  let asking = new AbortController();
  let isFieldUsed = false;
  let beganAt = 0;
  let dueAt = 0;
  let timer: number | undefined;

  const look = () => {
    if (Date.now() < dueAt || isFieldUsed || document.hidden || isServerAway(syncState.get())) return;
    void suggest();
  };
  const suggest = async () => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    isFieldUsed = isEmailField(document.activeElement);
    beganAt = Date.now();
    dueAt = beganAt + RENEW_MS;
    clearTimeout(timer);
    timer = window.setTimeout(look, RENEW_MS);
    let isChosen = false;
    const result = await logInWithPasskey(signal, () => {
      isChosen = true;
      dueAt = Infinity;
    });
    // Stored already, also if the button was pressed meanwhile.
    if (result.ok) return onAnswer(result);
    if (signal.aborted) return;
    isFieldUsed = false;
    // Before the member has chosen one, nothing failed that they asked for.
    if (isChosen) onAnswer(result);
    if (isChosen || result.code === 'offline') dueAt = 0;
    if (isChosen) look();
  };

  /** What reaches the page proves that no prompt is open. In the field it may open the list of suggestions. */
  const note = ({ target }: Event) => {
    isFieldUsed = isEmailField(target) && Date.now() < beganAt + VALID_MS;
    look();
  };
  const { signal } = ending;
  for (const type of ['focusin', 'pointerdown', 'keydown'])
    document.addEventListener(type, note, { signal, capture: true });
  // A timer stands still while the device sleeps.
  document.addEventListener('visibilitychange', look, { signal });
  const unsubscribe = syncState.subscribe(look);
  look();
  return () => {
    unsubscribe();
    clearTimeout(timer);
    ending.abort();
    asking.abort();
  };
}
