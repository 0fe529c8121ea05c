import { useEffect, useEffectEvent, useRef } from 'react';
import { dayNamesCopy } from '#copy/day-names.ts';
import { messagesCopy } from '#copy/messages.ts';
import { Button } from '#ui/button.tsx';
import { formatDay, nameOfDay } from '#lib/day-names.ts';
import { useNow } from '#ui/use-now.ts';
import { groupByDay } from './days.ts';
import styles from './message-list.module.css';
import { MessageRun } from './message-run.tsx';
import type { Message, Thread } from './queries.ts';

/** Of a part of a thread; another one when it has moved. */
export const nameOf = (messages: readonly Message[]): string => `${messages[0]?.id} ${messages.at(-1)?.id}`;

interface MessageListProps {
  thread: Thread;
  username: string;
  /** The message below the line "New messages". */
  firstNew: string | null;
  onNewest: () => void;
}

/** A part of a thread, by day. It moves when the reader scrolls to one of its ends. */
export function MessageList({ thread, username, firstNew, onNewest }: MessageListProps) {
  const { messages, ready, hasOlder, isCut, hasNewer, isLoadingOlder, missing } = thread;
  const now = useNow();
  const shown = nameOf(messages);
  return (
    <div className={styles.list}>
      {hasOlder && (
        <Older
          key={`${shown} ${isLoadingOlder} ${ready}`}
          isLoading={isLoadingOlder}
          isOffline={thread.isRemote && missing === 'offline'}
          onShow={thread.showOlder}
        />
      )}
      {isCut && <p className={styles.older}>{messagesCopy.olderNotShown}</p>}
      {groupByDay(messages, firstNew).map(({ key, date, runs }) => {
        const name = nameOfDay(date, now);
        return (
          <section key={key}>
            <h2 className={styles.day} data-day={date.toISOString()}>
              {name ? dayNamesCopy[name] : formatDay(date, now)}
            </h2>
            <ol>
              {runs.map((run) => (
                <MessageRun key={run.key} run={run} username={username} isNew={run.key === firstNew} />
              ))}
            </ol>
          </section>
        );
      })}
      {hasNewer && (
        <>
          <NearEnd key={shown} onNear={thread.showNewer} />
          <div className={styles.newest}>
            <Button kind="outline" size="s" onClick={onNewest}>
              {messagesCopy.newest}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** An end of the list. A new one for each part, because an observer reports only changes. */
function NearEnd({ onNear }: { onNear: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
      rootMargin: '600px 0px',
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={ref} />;
}

interface OlderProps {
  isLoading: boolean;
  isOffline: boolean;
  onShow: () => void;
}

/** The start of the list. */
const Older = ({ isLoading, isOffline, onShow }: OlderProps) => (
  <div className={styles.older}>
    {!isLoading && !isOffline && <NearEnd onNear={onShow} />}
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
