import { useCallback, useState, type ReactNode } from 'react';
import type { StaffCase } from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { reportsCopy } from '#copy/reports.ts';
import { panelTarget } from '#features/moderation/open-panel.ts';
import { LogTime } from '#ui/log-time.tsx';
import page from './admin-page.module.css';
import { CaseDialog } from './case-dialog.tsx';
import { listCases } from './mutations.ts';
import { groupReports, type ReportedCase, useFlaggedPosts, useOpenReports } from './queries.ts';
import styles from './queue.module.css';
import { ReportedDialog } from './reported-dialog.tsx';
import { Trouble } from './trouble.tsx';
import { useAnswer } from '#ui/use-answer.ts';

/** What waits for staff. Reports by members and flagged posts are on this device; the others are read from the server. */
export function Queue() {
  const reports = useOpenReports();
  const flags = useFlaggedPosts();
  const [reported, flagged] = [groupReports(reports.rows), flags.rows];
  const cases = useAnswer(useCallback(() => listCases(), []));
  const [open, setOpen] = useState<{ case: StaffCase } | { reported: ReportedCase } | null>(null);
  const ofKind = (kind: StaffCase['kind']) => (cases.value ?? []).filter((one) => one.kind === kind);
  const child = ofKind('csae');
  const contact = ofKind('contact');
  const isHere = reports.complete && flags.complete;
  const isNothing =
    isHere && cases.value !== null && [child, contact, reported, flagged].every(({ length }) => length === 0);
  const openReported = open && 'reported' in open ? open.reported : null;
  return (
    <div className={styles.page}>
      {cases.problem && <Trouble problem={cases.problem} offline={adminCopy.casesOffline} onRetry={cases.reload} />}
      {(!isHere || (!cases.value && !cases.problem)) && <output className={page.wait}>{adminCopy.loading}</output>}
      {isNothing && <p className={page.wait}>{adminCopy.nothing}</p>}
      <Group name={adminCopy.child} count={child.filter(({ is_done }) => !is_done).length}>
        {child.map((one) => (
          <Line
            key={one.id}
            title={adminCopy.childReport}
            text={`${one.fields.from ? `@${one.fields.from}` : adminCopy.guest} · ${adminCopy.files(one.fields.files?.length ?? 0)}`}
            at={one.created_at}
            isDone={one.is_done}
            onOpen={() => setOpen({ case: one })}
          />
        ))}
      </Group>
      <Group name={adminCopy.reportedBy} count={reported.length}>
        {reported.map((one) => (
          <Line
            key={one.id}
            title={one.username ? `@${one.username}` : adminCopy.deletedMember}
            text={`${adminCopy.kinds[one.kind]} · ${adminCopy.reported(one.reports.length)}: ${[...new Set(one.reports.map(({ reason }) => reportsCopy.reasons[reason]))].join(', ')}`}
            at={one.createdAt}
            onOpen={() => setOpen({ reported: one })}
          />
        ))}
      </Group>
      <Group name={adminCopy.flaggedBy} count={flagged.length}>
        {flagged.map((one) => (
          <Line
            key={one.id}
            title={one.title || adminCopy.untitled}
            text={adminCopy.flaggedLine(one.flaggedBy)}
            at={one.flaggedAt}
            onOpen={() => panelTarget.set({ postId: one.id, username: one.author })}
          />
        ))}
      </Group>
      <Group name={adminCopy.contact} count={contact.filter(({ is_done }) => !is_done).length}>
        {contact.map((one) => (
          <Line
            key={one.id}
            title={one.fields.name ?? ''}
            text={one.fields.text}
            at={one.created_at}
            isDone={one.is_done}
            onOpen={() => setOpen({ case: one })}
          />
        ))}
      </Group>
      {open && 'case' in open && (
        <CaseDialog subject={open.case} onClose={() => setOpen(null)} onHandled={cases.reload} />
      )}
      {openReported && <ReportedDialog subject={openReported} onClose={() => setOpen(null)} />}
    </div>
  );
}

function Group({ name, count, children }: { name: string; count: number; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h2 className={styles.head}>
        {name} <span>{adminCopy.open(count)}</span>
      </h2>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

interface LineProps {
  title: string;
  text: string;
  /** ISO 8601. */
  at: string;
  isDone?: boolean;
  onOpen: () => void;
}

function Line({ title, text, at, isDone = false, onOpen }: LineProps) {
  return (
    <li>
      <button type="button" className={styles.line} data-done={isDone} aria-haspopup="dialog" onClick={onOpen}>
        <b>{title}</b>
        <span className={styles.time}>{isDone ? adminCopy.isDone : <LogTime iso={at} />}</span>
        <span className={styles.text}>{text}</span>
      </button>
    </li>
  );
}
