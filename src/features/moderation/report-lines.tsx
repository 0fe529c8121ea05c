import { moderationCopy } from '#copy/moderation.ts';
import { reportsCopy } from '#copy/reports.ts';
import { LogTime } from '#ui/log-time.tsx';
import { Quotes } from '#ui/quotes.tsx';
import type { Report } from './queries.ts';
import styles from './report-lines.module.css';

const nameOf = ({ reporter }: Report): string => (reporter ? `@${reporter}` : moderationCopy.somebody);

/** Why something was reported: for each reason by whom, when last, and what they wrote. `reports`: newest first. */
export function ReportLines({ reports }: { reports: readonly Report[] }) {
  const groups = [...Map.groupBy(reports, ({ reason }) => reason)];
  return (
    <ul>
      {groups.map(([reason, group]) => (
        <li key={reason} className={styles.line}>
          <span>
            <b>{reportsCopy.reasons[reason]}</b>
            {` · ${group.map(nameOf).join(', ')}`}
          </span>
          <span className={styles.time}>
            <LogTime iso={group[0]?.createdAt ?? ''} />
          </span>
          {group.map(
            (report) =>
              report.details && (
                <span key={report.id} className={styles.details}>
                  <Quotes text={`“${report.details}”`} />
                  {group.length > 1 && ` ${nameOf(report)}`}
                </span>
              ),
          )}
        </li>
      ))}
    </ul>
  );
}
