import { startTransition, useCallback, useEffect, useState } from 'react';

export interface Problem {
  code: string;
  message: string;
}

export type Reply<T> = { ok: true; body: T } | ({ ok: false } & Problem);

export interface Answer<T> {
  /** The last answer, also while a newer one is loading; null before the first. */
  value: T | null;
  problem: Problem | null;
  /** When `value` came (ISO 8601). */
  at: string | null;
  reload: () => void;
}

interface State<T> {
  value: T | null;
  problem: Problem | null;
  at: string | null;
}

/** Asks again when `load` (useCallback) changes or `reload` is called. Late answers are dropped. */
export function useAnswer<T>(load: () => Promise<Reply<T>>): Answer<T> {
  const [state, setState] = useState<State<T>>({ value: null, problem: null, at: null });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    void load().then((reply) => {
      if (isGone) return;
      // A long list is rendered in parts, so that a tap meanwhile does not wait for it.
      startTransition(() =>
        setState((before) =>
          reply.ok ? { value: reply.body, problem: null, at: new Date().toISOString() } : { ...before, problem: reply },
        ),
      );
    });
    return () => {
      isGone = true;
    };
  }, [load, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { ...state, reload };
}
