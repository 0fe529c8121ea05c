import { moderationCopy } from '#copy/moderation.ts';
import { reportsCopy } from '#copy/reports.ts';
import { LogTime } from '#ui/log-time.tsx';
import type { Report } from './queries.ts';
import styles from './report-lines.module.css';

/** Who reported something, why and when. */
export function ReportLines({ reports }: { reports: readonly Report[] }) {
  return (
    <ul className={styles.list}>
      {reports.map(({ id, reason, details, reporter, createdAt }) => (
        <li key={id} className={styles.line}>
          <span>
            <b>{reportsCopy.reasons[reason]}</b>
            {` · ${reporter ? `@${reporter}` : moderationCopy.somebody}`}
          </span>
          <span className={styles.time}>
            <LogTime iso={createdAt} />
          </span>
          {details && <span className={styles.details}>{`“${details}”`}</span>}
        </li>
      ))}
    </ul>
  );
}
