import { useLocation } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import type { DirectoryPage } from '#contract/directory-rows.ts';
import { membersCopy } from '#copy/members.ts';
import { deviceNoticeCopy } from '#copy/device-notice.ts';
import type { Missing } from '#features/replica/use-live.ts';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { StorageIcon } from '#ui/icons/more-icons.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import { directoryLines, localLines, toFilter } from './directory.ts';
import { MemberList } from './member-list.tsx';
import { WaitLine } from '#ui/wait-line.tsx';
import styles from './members-page.module.css';
import { useDirectoryPages, useLocalMembers } from './queries.ts';

/** Pages that stay synced while the screen is open: about a thousand members. The last one that was seen comes last. */
const MOST_PAGES = 12;

const NO_PAGES: readonly number[] = [];

/** The filters of earlier visits to this screen, by history entry, so that Back returns to the same list. */
const filters = new Map<string, string>();

function useFilter(): [string, (typed: string) => void] {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const [typed, setTyped] = useState(() => filters.get(entry) ?? '');
  const change = (next: string) => {
    filters.set(entry, next);
    setTyped(next);
    scrollTo({ top: 0 });
  };
  return [typed, change];
}

function NotHere({ missing }: { missing: Missing }) {
  if (missing === 'unavailable' || missing === 'offline') {
    return (
      <EmptyState
        drawing={<FlagFlying />}
        title={membersCopy.notHereTitle}
        text={missing === 'offline' ? membersCopy.notHereText : deviceNoticeCopy.unavailableText}
      />
    );
  }
  return (
    <>
      <WaitLine inList>{membersCopy.loading}</WaitLine>
      <EntrySkeleton entries={6} />
    </>
  );
}

const sizeOf = (pages: readonly DirectoryPage[]): number => pages.reduce((sum, { size }) => sum + size, 0);

/** All members by name. Online only visible pages load; offline the list has the members on this device. */
export function MembersPage() {
  const [typed, setTyped] = useFilter();
  const filter = toFilter(typed);
  const index = useDirectoryPages();
  const offline = index.missing === 'offline';
  const [kept, setKept] = useState<readonly number[]>([0]);
  const local = useLocalMembers(offline ? NO_PAGES : kept);
  const isWhole = !offline && index.rows.length > 0;
  const loaded = local.complete ? kept : NO_PAGES;
  const latest = useMemo(
    () => ({
      lines: isWhole ? directoryLines(index.rows, local.rows, new Set(loaded), filter) : localLines(local.rows, filter),
      filter,
      isWhole,
    }),
    [isWhole, index.rows, local.rows, loaded, filter],
  );
  // Rendered in slices, so that neither typing nor scrolling waits for a hundred thousand lines.
  const shown = useDeferredValue(latest);
  const { lines } = shown;
  const total = index.rows.length > 0 ? sizeOf(index.rows) : null;

  const need = (pages: readonly number[]) =>
    setKept((before) => {
      const missing = pages.filter((page) => !before.includes(page));
      if (missing.length === 0) return before;
      return [...before.filter((page) => page !== 0 && !pages.includes(page)), ...pages, 0].slice(-MOST_PAGES);
    });

  return (
    <div className={styles.page}>
      <SearchBox
        value={typed}
        onChange={setTyped}
        label={membersCopy.filter}
        clearLabel={membersCopy.clear}
        maxLength={31}
        end={offline || total === null ? null : membersCopy.total(total)}
      />
      {offline && local.ready && lines.length > 0 && <LocalNote count={local.rows.length} total={total} />}
      {/* Not visible: a line that goes would move the names below it while somebody presses one. */}
      {!isWhole && !offline && lines.length > 0 && <output className="sr">{membersCopy.loading}</output>}
      {lines.length > 0 ? (
        // The positions in one list mean nothing in another.
        <MemberList
          key={shown.filter}
          lines={lines}
          filter={shown.filter}
          isWhole={shown.isWhole}
          busy={!isWhole && !offline}
          onNeed={need}
        />
      ) : (
        <NoLines
          filter={shown.filter}
          isSearched={shown === latest && isWhole && index.complete}
          missing={index.missing}
          isLocalSearched={shown === latest && offline && local.ready && local.rows.length > 0}
        />
      )}
    </div>
  );
}

function LocalNote({ count, total }: { count: number; total: number | null }) {
  const [number, rest] = membersCopy.local(count, total);
  return (
    <p className={styles.note}>
      <StorageIcon />
      <span>
        <b>{number}</b>
        {rest}
      </span>
    </p>
  );
}

interface NoLinesProps {
  filter: string;
  /** The server's list was searched. */
  isSearched: boolean;
  /** All members on this device were searched. */
  isLocalSearched: boolean;
  missing: Missing;
}

/** "No users" only after the server's list was searched. */
function NoLines({ filter, isSearched, isLocalSearched, missing }: NoLinesProps) {
  if (isSearched) {
    return (
      <EmptyState
        drawing={<BareFrame />}
        title={membersCopy.empty}
        {...(filter && { text: membersCopy.noneBeginsWith(filter) })}
      />
    );
  }
  if (isLocalSearched) {
    return <EmptyState drawing={<FlagFlying />} title={membersCopy.noneLocal} text={membersCopy.noneLocalText} />;
  }
  return <NotHere missing={missing} />;
}
