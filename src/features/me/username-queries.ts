import { useEffect, useState } from 'react';
import { type NameAnswer, type NameState, Username } from '#contract/profile.ts';

export interface NameCheck {
  state: NameState;
  /** Available names that begin as a taken one. */
  suggestions: readonly string[];
}

const DEBOUNCE_MS = 400;
const NO_NAMES: readonly string[] = [];

interface Answer {
  name: string;
  attempt: number;
  state: NameAnswer;
  suggestions: readonly string[];
}

function stateOnDevice(name: string, own: string): 'empty' | 'own' | 'invalid' | 'reserved' | null {
  if (name === '') return 'empty';
  if (name.toLowerCase() === own.toLowerCase()) return 'own';
  const issue = Username.safeParse(name).error?.issues[0];
  if (!issue) return null;
  return issue.message === 'username_reserved' ? 'reserved' : 'invalid';
}

/** Asks the server about a name while it is typed. Offline it asks nothing. `attempt`: another number asks again. */
export function useNameCheck(typed: string, own: string, offline: boolean, attempt: number): NameCheck {
  const name = typed.trim();
  const known = stateOnDevice(name, own);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const isAsked = known === null && !offline;

  useEffect(() => {
    if (!isAsked) return;
    const ending = new AbortController();
    const { signal } = ending;
    const check = async () => {
      // A chunk that cannot be loaded counts as being offline.
      const remote = await import('#data/remote/usernames.ts').catch(() => null);
      const state = (await remote?.checkUsername(name, signal)) ?? 'offline';
      if (signal.aborted) return;
      setAnswer({ name, attempt, state, suggestions: NO_NAMES });
      if (!remote || state !== 'taken') return;
      const suggestions = await remote.suggestUsernames(name, signal);
      if (!signal.aborted) setAnswer({ name, attempt, state, suggestions });
    };
    const timer = setTimeout(() => void check(), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [isAsked, name, attempt]);

  if (known) return { state: known, suggestions: NO_NAMES };
  if (offline) return { state: 'offline', suggestions: NO_NAMES };
  const isCurrent = answer?.name === name && answer.attempt === attempt;
  return isCurrent ? answer : { state: 'checking', suggestions: NO_NAMES };
}
