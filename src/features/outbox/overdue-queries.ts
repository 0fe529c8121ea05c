import { useEffect, useState } from 'react';
import { outboxRows } from '#data/outbox/items.ts';
import { useStore } from '#lib/use-store.ts';
import type { StoredAction } from './queries.ts';

/** A confirmation comes within a second of the answer, over a weak signal within some. */
const OVERDUE_MS = 15_000;
const LOOK_MS = 3000;

/** What the server has taken and the stream has not confirmed for long. Before that nobody needs to hear of it. */
export function useOverdue(): StoredAction[] {
  const { rows } = useStore(outboxRows);
  const [now, setNow] = useState(() => Date.now());
  const sent = rows.filter((item) => item.state === 'sent' && item.sent_at !== null);
  const waits = sent.length > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, [waits]);
  return sent.filter(({ sent_at }) => now - Date.parse(sent_at ?? '') > OVERDUE_MS);
}
