import { useCallback, useEffect, useRef, useState } from 'react';
import {
  FLAGGED_WARNING,
  STAFF_PAGE,
  STAFF_SORTS,
  type StaffMember,
  type StaffOverview,
  type StaffSort,
} from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { useMedia } from '#ui/use-media.ts';
import { WaitLine } from '#ui/wait-line.tsx';
import page from './admin-page.module.css';
import { AsOf } from './as-of.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberQuestion, type Question } from './member-question.tsx';
import { listStaffMembers } from './mutations.ts';
import { useKeptMembers } from './queries.ts';
import { Trouble } from './trouble.tsx';
import { useOffline, useReconnected } from '#features/moderation/queries.ts';
import { useAnswer } from '#ui/use-answer.ts';
import { useSettled } from './use-settled.ts';
import { UserList } from './user-list.tsx';
import { UserTable } from './user-table.tsx';
import styles from './users.module.css';

/** §9: the table from here on. */
const TABLE = '(min-width: 769px)';

interface UsersProps {
  isCeo: boolean;
  overview: StaffOverview | null;
  /** The figures of the overview are no longer right. */
  onChanged: () => void;
}

interface Query {
  sort: StaffSort;
  onlyWarned: boolean;
  /** Members before this page. */
  skip: number;
}

const SORTS = STAFF_SORTS.map((value) => ({ value, label: adminCopy.sorts[value] }));

const startsWith = ({ username }: StaffMember, search: string): boolean =>
  username.toLowerCase().startsWith(search.trim().replace(/^@/, '').toLowerCase());

const isWarned = ({ flagged_posts }: StaffMember): boolean => flagged_posts >= FLAGGED_WARNING;

/** All members: the server sorts, searches and sends a page. Offline, those who stand out are on this device. */
export function Users({ isCeo, overview, onChanged }: UsersProps) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed);
  const [{ sort, onlyWarned, skip }, setQuery] = useState<Query>({ sort: 'flagged', onlyWarned: false, skip: 0 });
  const [asking, setAsking] = useState<Question | null>(null);
  const load = useCallback(async () => {
    const reply = await listStaffMembers({ search, sort, skip, only_warned: onlyWarned });
    return reply.ok ? { ok: true as const, body: { members: reply.body, skip } } : reply;
  }, [search, sort, skip, onlyWarned]);
  const { value, problem, at, reload } = useAnswer(load);
  const kept = useKeptMembers();
  const offline = useOffline();
  const isTable = useMedia(TABLE);
  const start = useRef<HTMLDivElement>(null);
  const shown = value?.skip;
  const lastShown = useRef(shown);
  useEffect(() => {
    // Another page begins at its first line; its buttons are below the last one.
    if (lastShown.current !== undefined && lastShown.current !== shown)
      start.current?.scrollIntoView({ behavior: 'instant', block: 'start' });
    lastShown.current = shown;
  }, [shown]);

  const hasTools = overview?.ban_tools ?? false;
  const isKept = problem?.code === 'offline';
  useReconnected(() => {
    if (isKept) reload();
  });
  const change = (part: Partial<Query>) => setQuery({ sort, onlyWarned, skip: 0, ...part });
  // Not while a page is loading: the next one may not exist.
  const turn = (by: number) => shown === skip && change({ skip: skip + by });
  const members = isKept
    ? kept.rows.filter((one) => startsWith(one, search) && (!onlyWarned || isWarned(one)))
    : value?.members.slice(0, STAFF_PAGE);
  const actions = (member: StaffMember) => (
    <MemberActions member={member} isCeo={isCeo} hasTools={hasTools} onAsk={setAsking} />
  );
  const Rows = isTable ? UserTable : UserList;
  return (
    <div className={styles.page}>
      <div ref={start} className={styles.tools}>
        <Field
          label={adminCopy.search}
          type="search"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            change({});
          }}
        />
        <Select
          label={adminCopy.sort}
          options={SORTS}
          value={sort}
          onChange={({ target }) => change({ sort: STAFF_SORTS.find((known) => known === target.value) ?? 'name' })}
        />
        <Button
          kind={onlyWarned ? 'ink' : 'outline'}
          aria-pressed={onlyWarned}
          onClick={() => change({ onlyWarned: !onlyWarned })}
        >
          {adminCopy.warned(isKept ? kept.rows.filter(isWarned).length : overview?.warned)}
        </Button>
      </div>
      <AsOf at={isKept ? null : at} onReconnect={reload} />
      {isKept && <p className={page.note}>{adminCopy.kept(kept.rows.length)}</p>}
      {offline && (isCeo || hasTools) && <p className={page.note}>{adminCopy.membersOffline}</p>}
      {problem && !isKept && (
        <Trouble
          problem={{ ...problem, message: adminCopy.loadFailed(adminCopy.failed(problem.message)) }}
          offline={adminCopy.offline}
          onRetry={reload}
        />
      )}
      {!members && !problem && <WaitLine>{adminCopy.loading}</WaitLine>}
      {members?.length === 0 && <WaitLine>{adminCopy.noUsers}</WaitLine>}
      {members && members.length > 0 && (
        <Rows
          members={members}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          actions={isCeo || hasTools ? actions : undefined}
        />
      )}
      {value && !isKept && (value.skip > 0 || value.members.length > STAFF_PAGE) && (
        <div className={styles.pages}>
          <Button kind="outline" size="s" disabled={value.skip === 0} onClick={() => turn(-STAFF_PAGE)}>
            {adminCopy.previous}
          </Button>
          <span>{adminCopy.page(value.skip + 1, value.skip + Math.min(value.members.length, STAFF_PAGE))}</span>
          <Button
            kind="outline"
            size="s"
            disabled={value.members.length <= STAFF_PAGE}
            onClick={() => turn(STAFF_PAGE)}
          >
            {adminCopy.next}
          </Button>
        </div>
      )}
      {/* Here and not in a row, which changes with the list. */}
      <MemberQuestion
        asking={asking}
        onClose={() => setAsking(null)}
        onChanged={() => {
          reload();
          onChanged();
        }}
      />
    </div>
  );
}
