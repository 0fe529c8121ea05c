import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { messagesCopy } from '#copy/messages.ts';
import { Button } from '#ui/button.tsx';
import { useNow } from '#ui/use-now.ts';
import { formatDay, groupByDay, nameOfDay } from './days.ts';
import styles from './message-list.module.css';
import { MessageRun } from './message-run.tsx';
import type { Message, Thread } from './queries.ts';

/** Messages rendered at first, and added each time the reader comes near the oldest one. */
const STEP = 60;

interface MessageListProps {
  thread: Thread;
  username: string;
  /** The first message that was unread when the thread was opened. */
  firstNew: string | null;
  /** Called with the oldest rendered message. */
  onFirst: (key: string | null) => void;
}

/** The newest messages of a thread, by day. Older ones are rendered when the reader scrolls up to them. */
export function MessageList({ thread, username, firstNew, onFirst }: MessageListProps) {
  const { messages } = thread;
  const [firstId, setFirstId] = useState<string | null>(null);
  const start = startOf(messages, firstId);
  const shown = messages.slice(start);
  const first = shown[0]?.id ?? null;
  const now = useNow();
  // New messages are added at the end, and the oldest rendered one stays.
  if (firstId !== first) setFirstId(first);
  useLayoutEffect(() => onFirst(first), [onFirst, first]);
  const showOlder = () => {
    if (start > 0) setFirstId(messages[Math.max(0, start - STEP)]?.id ?? null);
    else thread.loadOlder();
  };
  return (
    <>
      {(start > 0 || thread.hasOlder) && (
        <Older
          key={`${first} ${messages.length} ${thread.isLoadingOlder}`}
          isLoading={thread.isLoadingOlder}
          isOffline={start === 0 && thread.phase === 'offline'}
          onShow={showOlder}
        />
      )}
      {groupByDay(shown, firstNew).map(({ key, date, runs }) => {
        const name = nameOfDay(date, now);
        return (
          <section key={key}>
            <h2 className={styles.day}>{name ? messagesCopy[name] : formatDay(date, now)}</h2>
            <ol>
              {runs.map((run) => (
                <MessageRun key={run.key} run={run} username={username} isNew={run.key === firstNew} />
              ))}
            </ol>
          </section>
        );
      })}
    </>
  );
}

function startOf(messages: readonly Message[], firstId: string | null): number {
  const known = firstId === null ? -1 : messages.findIndex(({ id }) => id === firstId);
  return known === -1 ? Math.max(0, messages.length - STEP) : known;
}

interface OlderProps {
  isLoading: boolean;
  isOffline: boolean;
  onShow: () => void;
}

/** The start of the list. A new one for each step, because an observer reports only changes. */
function Older({ isLoading, isOffline, onShow }: OlderProps) {
  const ref = useRef<HTMLDivElement>(null);
  const show = useEffectEvent(onShow);
  useEffect(() => {
    if (!ref.current || isLoading || isOffline) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && show(), {
      rootMargin: '600px 0px',
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isLoading, isOffline]);
  return (
    <div ref={ref} className={styles.older}>
      {isOffline ? (
        <p>{messagesCopy.olderOffline}</p>
      ) : isLoading ? (
        <output>{messagesCopy.olderLoading}</output>
      ) : (
        <Button kind="text" size="s" onClick={onShow}>
          {messagesCopy.older}
        </Button>
      )}
    </div>
  );
}
