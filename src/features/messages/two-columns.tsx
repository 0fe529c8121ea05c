import type { ReactNode } from 'react';
import { messagesCopy } from '#copy/messages.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { TwoMugs } from '#ui/quiet-drawings.tsx';
import { useMedia } from '#ui/use-media.ts';
import { InboxPage } from './inbox-page.tsx';
import { NewMessage } from './new-message.tsx';
import styles from './two-columns.module.css';

/** As the shell's: the width with room for a third column. */
const DESK = '(min-width: 1200px)';

interface TwoColumnsProps {
  /** The open thread, with its bar; null in the inbox. */
  thread: ReactNode | null;
  /** The inbox where there is no room for both. */
  inbox: ReactNode;
  openId?: string;
}

/** Inbox and thread side by side on wide screens. The list replaces the shell's sidebar. */
export function TwoColumns({ thread, inbox, openId }: TwoColumnsProps) {
  const wide = useMedia(DESK);
  if (!wide) return thread ?? inbox;
  const Title = thread ? 'h2' : 'h1';
  return (
    <div className={styles.two}>
      <section className={styles.list} aria-label={messagesCopy.conversations}>
        <header className={styles.bar}>
          <Title className={styles.title}>{messagesCopy.title}</Title>
          <NewMessage />
        </header>
        <InboxPage beside={{ openId }} />
      </section>
      <div className={styles.thread}>
        {thread ?? <EmptyState drawing={<TwoMugs />} title={messagesCopy.choose} text={messagesCopy.chooseText} />}
      </div>
    </div>
  );
}
