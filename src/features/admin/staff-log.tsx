import { useCallback, useState } from 'react';
import { type LogEntry, STAFF_PAGE } from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { errorText } from '#copy/errors.ts';
import { useOffline } from '#features/moderation/queries.ts';
import { formatClock } from '#lib/log-time.ts';
import { AtName } from '#ui/at-name.tsx';
import { Button } from '#ui/button.tsx';
import { entryProps } from '#ui/entry.ts';
import { Field } from '#ui/field.tsx';
import { CheckIcon, SettingsIcon } from '#ui/icons/icons.tsx';
import {
  BlockIcon,
  EyeIcon,
  EyeOffIcon,
  FriendIcon,
  LockIcon,
  MuteIcon,
  PinIcon,
  RetryIcon,
  SoundIcon,
  TrashIcon,
  UnfriendIcon,
  UnlockIcon,
} from '#ui/icons/more-icons.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useNow } from '#ui/use-now.ts';
import { toast } from '#ui/toast-store.ts';
import { WaitLine } from '#ui/wait-line.tsx';
import { AsOf } from './as-of.tsx';
import { listLog, type LogQuery, undoStep } from './mutations.ts';
import styles from './staff-log.module.css';
import { Trouble } from './trouble.tsx';
import { usePages } from '#ui/use-pages.ts';
import { Quotes } from '#ui/quotes.tsx';
import { useSettled } from './use-settled.ts';

/** Everything that staff did. Only the server has it. */
export function StaffLog() {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed);
  return (
    <div className={styles.page}>
      <Field
        label={adminCopy.searchLog}
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Entries search={search} />
      <p className={styles.note}>{adminCopy.logNote}</p>
    </div>
  );
}

/** The server names the steps, and the log shows their texts. */
function toQuery(search: string, before: string | null): LogQuery {
  const words = search.trim().toLowerCase();
  const actions = Object.entries(adminCopy.steps).flatMap(([action, text]) => (text.includes(words) ? [action] : []));
  return { before, search, actions: words === '' ? [] : actions };
}

/** One entry more than a page says that another page follows. */
const isFull = (page: readonly LogEntry[]): boolean => page.length > STAFF_PAGE;
const entriesOf = (pages: readonly LogEntry[][]): LogEntry[] => pages.flatMap((one) => one.slice(0, STAFF_PAGE));

/** Not keyed by the search: an undo that ends after the search has changed must still load the new entry. */
function Entries({ search }: { search: string }) {
  const [undoing, setUndoing] = useState<string | null>(null);
  const offline = useOffline();
  const now = new Date(useNow());
  const load = useCallback(
    (before: readonly LogEntry[][]) => listLog(toQuery(search, entriesOf(before).at(-1)?.created_at ?? null)),
    [search],
  );
  const { pages, problem, at, reload, more, isBusy } = usePages(load, isFull);
  // Instead of what another search has found.
  if (problem) return <Trouble problem={problem} offline={adminCopy.logOffline} onRetry={reload} />;
  if (!pages) return <WaitLine>{adminCopy.loading}</WaitLine>;
  const shown = entriesOf(pages);
  const undo = async (id: string) => {
    setUndoing(id);
    const reply = await undoStep(id);
    setUndoing(null);
    if (reply.ok) toast(adminCopy.undone, { tone: 'done' });
    else toast(reply.message || errorText(reply.code), { tone: 'stop' });
    reload();
  };
  const today = LONG_DAY.format(now);
  if (shown.length === 0) return <p className={styles.note}>{search ? adminCopy.logNone : adminCopy.logEmpty}</p>;
  return (
    <>
      <AsOf at={at} onReconnect={reload} />
      {offline && <p className={styles.note}>{adminCopy.undoOffline}</p>}
      {byDay(shown).map(({ day, entries }) => (
        <section key={day}>
          <h2 className={styles.day}>{day === today ? adminCopy.today : day}</h2>
          <ol className={styles.list} aria-label={adminCopy.log}>
            {entries.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                isBusy={undoing === entry.id}
                offline={offline}
                onUndo={() => void undo(entry.id)}
              />
            ))}
          </ol>
        </section>
      ))}
      {more && (
        <Button kind="outline" size="s" busy={isBusy} disabled={offline} onClick={more}>
          {adminCopy.older}
        </Button>
      )}
    </>
  );
}

/** 'Friday, November 20, 2026' */
const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });

/** Entries by local day, in their order. */
function byDay(shown: readonly LogEntry[]): { day: string; entries: LogEntry[] }[] {
  const days: { day: string; entries: LogEntry[] }[] = [];
  for (const entry of shown) {
    const day = LONG_DAY.format(new Date(entry.created_at));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

/** Of steps that have one, by the name of the step. */
const ICONS: Record<string, typeof SettingsIcon> = {
  flag: EyeOffIcon,
  unflag: EyeIcon,
  lock: LockIcon,
  unlock: UnlockIcon,
  pin: PinIcon,
  unpin: PinIcon,
  delete_post: TrashIcon,
  delete_comment: TrashIcon,
  restore_post: RetryIcon,
  restore_comment: RetryIcon,
  close_report: CheckIcon,
  close_csae: CheckIcon,
  close_contact: CheckIcon,
  open_report: RetryIcon,
  open_csae: RetryIcon,
  open_contact: RetryIcon,
  view_evidence: EyeIcon,
  view_picture: EyeIcon,
  view_video: EyeIcon,
  promote: FriendIcon,
  demote: UnfriendIcon,
  ban: BlockIcon,
  unban: FriendIcon,
  mute: MuteIcon,
  unmute: SoundIcon,
};

interface EntryProps {
  entry: LogEntry;
  isBusy: boolean;
  offline: boolean;
  onUndo: () => void;
}

function Entry({ entry, isBusy, offline, onUndo }: EntryProps) {
  const { action, actor, target, title, note, is_undone, can_undo, created_at } = entry;
  const wide = useMedia(WIDE);
  const Icon = ICONS[action] ?? SettingsIcon;
  return (
    <li {...entryProps(styles.entry)}>
      <time dateTime={created_at}>{formatClock(new Date(created_at), wide)}</time>
      <Icon size="s" />
      <p>
        <b>{actor ? <AtName name={actor} /> : adminCopy.somebody}</b> {adminCopy.steps[action] ?? action}
        {target && adminCopy.of(target)}
        {title && <Quotes text={adminCopy.about(title)} />}
        {note && <small>{`“${note}”`}</small>}
      </p>
      {is_undone && <span className={styles.undone}>{adminCopy.isUndone}</span>}
      {can_undo && (
        <Button kind="text" size="s" busy={isBusy} disabled={offline} onClick={onUndo}>
          {adminCopy.undo}
        </Button>
      )}
    </li>
  );
}
