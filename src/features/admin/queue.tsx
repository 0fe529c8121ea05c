import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { CASES_PAGE, type StaffCase } from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { reportsCopy } from '#copy/reports.ts';
import { panelTarget } from '#features/moderation/open-panel.ts';
import { useOffline } from '#features/moderation/queries.ts';
import { Button } from '#ui/button.tsx';
import { ChildSafetyIcon, EyeOffIcon, ReportedPostIcon, UnfriendIcon } from '#ui/icons/more-icons.tsx';
import { MailIcon } from '#ui/icons/icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import page from './admin-page.module.css';
import { AsOf } from './as-of.tsx';
import { CaseDialog } from './case-dialog.tsx';
import { useDesk } from './case-frame.tsx';
import { listCases } from './mutations.ts';
import { groupReports, type ReportedCase, useFlaggedPosts, useOpenReports } from './queries.ts';
import styles from './queue.module.css';
import { ReportedDialog } from './reported-dialog.tsx';
import { Trouble } from './trouble.tsx';
import { usePages } from '#ui/use-pages.ts';

type Opened = { case: StaffCase } | { reported: ReportedCase };

const NO_REPORTS: ReportedCase['reports'] = [];

/** Work for staff. Reports and flagged posts are synced; the rest is read from the server. */
export function Queue({ onHandled }: { onHandled: () => void }) {
  const reports = useOpenReports();
  const flags = useFlaggedPosts();
  const [reported, flagged] = [groupReports(reports.rows), flags.rows];
  const cases = useCases();
  const offline = useOffline();
  const [open, setOpen] = useState<Opened | null>(null);
  const ofKind = (kind: StaffCase['kind']) => (cases.value ?? []).filter((one) => one.kind === kind);
  const child = ofKind('csae');
  const contact = ofKind('contact');
  const isHere = reports.complete && flags.complete;
  const isNothing =
    isHere && cases.value !== null && [child, contact, reported, flagged].every(({ length }) => length === 0);
  const isDesk = useDesk();
  const opener = useRef<HTMLElement>(null);
  const show = (event: MouseEvent<HTMLElement>, subject: Opened) => {
    opener.current = event.currentTarget;
    setOpen(subject);
  };
  const close = () => {
    setOpen(null);
    opener.current?.focus({ preventScroll: true });
  };
  const openId = isDesk && open && ('case' in open ? open.case : open.reported).id;
  const openReported =
    open && 'reported' in open
      ? // Of what others have closed since, no report is left.
        (reported.find(({ id }) => id === open.reported.id) ?? { ...open.reported, reports: NO_REPORTS })
      : null;
  return (
    <div className={styles.page} data-split={isDesk && !isNothing}>
      <div>
        {cases.problem && <Trouble problem={cases.problem} offline={adminCopy.casesOffline} onRetry={cases.reload} />}
        <AsOf at={cases.problem ? null : cases.at} onReconnect={cases.reload} />
        {(!isHere || (!cases.value && !cases.problem)) && <output className={page.wait}>{adminCopy.loading}</output>}
        {isNothing && <p className={page.wait}>{adminCopy.nothing}</p>}
        <Group name={adminCopy.child} count={child.filter(({ is_done }) => !is_done).length}>
          {child.map((one) => (
            <Line
              key={one.id}
              icon={<ChildSafetyIcon />}
              isUrgent
              title={adminCopy.childReport}
              text={`${one.fields.from ? `@${one.fields.from}` : adminCopy.guest} · ${adminCopy.files(one.fields.files?.length ?? 0)}`}
              at={one.created_at}
              isDone={one.is_done}
              isOpen={one.id === openId}
              onOpen={(event) => show(event, { case: one })}
            />
          ))}
        </Group>
        <Group name={adminCopy.reportedBy} count={reported.length}>
          {reported.map((one) => (
            <Line
              key={one.id}
              icon={one.kind === 'post' ? <ReportedPostIcon /> : <UnfriendIcon />}
              title={one.username ? `@${one.username}` : adminCopy.deletedMember}
              text={`${adminCopy.kinds[one.kind]} · ${adminCopy.reported(one.reports.length)}: ${[...new Set(one.reports.map(({ reason }) => reportsCopy.reasons[reason]))].join(', ')}`}
              at={one.createdAt}
              isOpen={one.id === openId}
              onOpen={(event) => show(event, { reported: one })}
            />
          ))}
        </Group>
        <Group name={adminCopy.flaggedBy} count={flagged.length}>
          {flagged.map((one) => (
            <Line
              key={one.id}
              icon={<EyeOffIcon />}
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
              icon={<MailIcon />}
              title={one.fields.name ?? ''}
              text={one.fields.text}
              at={one.created_at}
              isDone={one.is_done}
              isOpen={one.id === openId}
              onOpen={(event) => show(event, { case: one })}
            />
          ))}
        </Group>
        {cases.more && (
          <Button kind="outline" size="s" busy={cases.isBusy} disabled={offline} onClick={cases.more}>
            {adminCopy.olderCases}
          </Button>
        )}
      </div>
      {open && 'case' in open && (
        <CaseDialog
          key={open.case.id}
          subject={open.case}
          onClose={close}
          onHandled={() => {
            cases.reload();
            onHandled();
          }}
        />
      )}
      {openReported && <ReportedDialog key={openReported.id} subject={openReported} onClose={close} />}
      {!open && isDesk && !isNothing && <p className={styles.hint}>{adminCopy.choose}</p>}
    </div>
  );
}

const load = (before: readonly StaffCase[][]) => listCases(before.length * CASES_PAGE);
const isFull = (last: readonly StaffCase[]): boolean =>
  (['csae', 'contact'] as const).some((kind) => last.filter((one) => one.kind === kind).length === CASES_PAGE);

/** Cases from the server, open ones first. */
function useCases() {
  const { pages, ...answer } = usePages(load, isFull);
  return { ...answer, value: pages && pages.flat() };
}

function Group({ name, count, children }: { name: string; count: number; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h2 className={styles.head}>
        {name} <span>{adminCopy.open(count)}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

interface LineProps {
  icon: ReactNode;
  isUrgent?: boolean;
  title: string;
  text: string;
  /** ISO 8601. */
  at: string;
  isDone?: boolean;
  /** Beside the queue. */
  isOpen?: boolean;
  onOpen: (event: MouseEvent<HTMLElement>) => void;
}

function Line({ icon, isUrgent = false, title, text, at, isDone = false, isOpen = false, onOpen }: LineProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        data-done={isDone}
        aria-haspopup="dialog"
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <span className={styles.kind} data-urgent={isUrgent && !isDone}>
          {icon}
        </span>
        <b>{title}</b>
        <span className={styles.time}>{isDone ? adminCopy.isDone : <LogTime iso={at} />}</span>
        <span className={styles.text} dir="auto">
          {text}
        </span>
      </button>
    </li>
  );
}
