import { useEffect, useState } from 'react';
import { outboxRows } from '#data/outbox/items.ts';
import { useStore } from '#lib/use-store.ts';
import type { StoredAction } from './queries.ts';

/** A confirmation usually comes within a second of the answer, over a weak signal within a few. */
const OVERDUE_MS = 15_000;
const CHECK_MS = 3000;

/** Actions that the server applied and the stream has not confirmed for a long time. Until then they are not shown. */
export function useOverdue(): StoredAction[] {
  const { rows } = useStore(outboxRows);
  const [now, setNow] = useState(() => Date.now());
  const sent = rows.filter((item) => item.state === 'sent' && item.sent_at !== null);
  const waits = sent.length > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => setNow(Date.now()), CHECK_MS);
    return () => clearInterval(timer);
  }, [waits]);
  return sent.filter(({ sent_at }) => now - Date.parse(sent_at ?? '') > OVERDUE_MS);
}
