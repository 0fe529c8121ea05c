import { useLayoutEffect, useRef } from 'react';
import { safetyCopy } from '#copy/safety.ts';
import { Button } from '#ui/button.tsx';
import { Barrier } from '#ui/quiet-drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import styles from './blocked-notice.module.css';
import { unblock } from './use-safety-actions.tsx';

interface BlockedNoticeProps {
  userId: string;
  username: string;
  /** `h1` where the notice is the whole page. */
  heading?: 'h1' | 'h2';
}

/** Instead of what a blocked member wrote. */
export function BlockedNotice({ userId, username, heading = 'h2' }: BlockedNoticeProps) {
  const ref = useRef<HTMLDivElement>(null);
  // The menu that had the focus went with the post.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={ref} tabIndex={-1} className={styles.notice}>
      <EmptyState
        heading={heading}
        drawing={<Barrier />}
        title={safetyCopy.noticeTitle(username)}
        text={safetyCopy.noticeText}
        action={
          <Button kind="outline" size="s" onClick={() => void unblock({ userId, username })}>
            {safetyCopy.unblock}
          </Button>
        }
      />
    </div>
  );
}
