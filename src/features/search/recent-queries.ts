import { useEffect, useState } from 'react';
import { searchesKey } from '#data/device/account-keys.ts';
import { readKey, writeKey } from '#data/device/kv.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

/** The oldest is forgotten. */
const MOST = 8;

export interface RecentSearches {
  /** The newest first. */
  terms: readonly string[];
  add: (term: string) => void;
  forget: (term: string) => void;
}

/** The terms whose results were opened. They stay on this device and go at the log-out. */
export function useRecentSearches(): RecentSearches {
  const account = accountOf(useStore(sessionStore));
  const [kept, setKept] = useState<{ account: string; terms: readonly string[] }>({ account: '', terms: [] });
  useEffect(() => {
    let isGone = false;
    void readKey<readonly string[]>(searchesKey(account))
      .catch(() => undefined)
      .then((terms) => isGone || setKept({ account, terms: terms ?? [] }));
    return () => {
      isGone = true;
    };
  }, [account]);
  const terms = kept.account === account ? kept.terms : [];
  const keep = (next: readonly string[]) => {
    setKept({ account, terms: next });
    void writeKey(searchesKey(account), next);
  };
  const others = (term: string) => terms.filter((one) => one.toLowerCase() !== term.toLowerCase());
  return {
    terms,
    add: (term) => keep([term, ...others(term)].slice(0, MOST)),
    forget: (term) => keep(others(term)),
  };
}
