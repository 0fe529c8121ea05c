import { AtName } from '#ui/at-name.tsx';
import { Link } from '#ui/link.tsx';
import { safetyCopy } from '#copy/safety.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ChevronRightIcon, BlockIcon, ReportIcon } from '#ui/icons/more-icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { BlockedNotice } from './blocked-notice.tsx';
import styles from './blocked-profile.module.css';
import { useMemberList } from './queries.ts';
import { SAFETY_ANCHOR } from './safety-section.tsx';
import { useSafetyActions } from './use-safety-actions.tsx';

interface BlockedProfileProps {
  userId: string;
  username: string;
  /** ISO 8601. */
  since: string;
}

/** The profile of a member whom the reader blocks: nothing of what they wrote or show. */
export function BlockedProfile({ userId, username, since }: BlockedProfileProps) {
  const { rows } = useMemberList('blocks');
  const safety = useSafetyActions();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <span className={styles.portrait}>
          <Avatar name={username} src={null} size="xl" />
        </span>
        <h1 className={styles.name}>
          <AtName name={username} />
        </h1>
        <p className={styles.since}>
          {safetyCopy.since}
          <LogTime iso={since} />
        </p>
      </header>
      <BlockedNotice userId={userId} username={username} />
      <ul className={styles.links}>
        <li>
          <button type="button" className={styles.link} onClick={() => safety.report({ userId, username })}>
            <ReportIcon />
            <span className={styles.words}>
              <b>{safetyCopy.reportLink}</b>
              <small>{safetyCopy.reportLinkText}</small>
            </span>
            <ChevronRightIcon size="s" />
          </button>
        </li>
        <li>
          <Link to="/settings" hash={SAFETY_ANCHOR} className={styles.link}>
            <BlockIcon />
            <span className={styles.words}>
              <b>{safetyCopy.listLink}</b>
              <small>{safetyCopy.count(rows.length)}</small>
            </span>
            <ChevronRightIcon size="s" />
          </Link>
        </li>
      </ul>
      {safety.dialogs}
    </div>
  );
}
