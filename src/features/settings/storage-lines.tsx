import { settingsCopy } from '#copy/settings.ts';
import { formatBytes } from '#features/outbox/format.ts';
import { wordsOf } from '#features/sync/app-line.tsx';
import { type AppOnDevice, useAppOnDevice } from '#features/sync/app-queries.ts';
import { entryProps } from '#ui/entry.ts';
import { LockIcon } from '#ui/icons/more-icons.tsx';
import type { StorageUse } from './mutations.ts';
import lineStyles from '#ui/sized-lines.module.css';
import styles from './storage-page.module.css';

const copy = settingsCopy.storage;

interface Line {
  /** Its colour, in the bar and in the margin. */
  kind: 'seen' | 'saved' | 'packed' | 'posts' | 'app' | 'drafts' | 'waiting';
  name: string;
  note: string;
  bytes: number;
  /** Never cleared. */
  isLocked: boolean;
  /** Of the member, and only on this device. */
  isUnsent: boolean;
}

function linesOf({ pictures, replica, app, drafts, waiting }: StorageUse, onDevice: AppOnDevice): Line[] {
  const rest = { isLocked: false, isUnsent: false };
  const own = (count: number) => ({ isLocked: true, isUnsent: count > 0 });
  return [
    ...picturesOf(pictures).map((line) => ({ ...line, ...rest })),
    { kind: 'posts', name: copy.posts, note: copy.postsNote, bytes: replica, ...rest },
    { kind: 'app', name: copy.app, note: noteOf(onDevice), bytes: app?.bytes ?? 0, ...rest, isLocked: true },
    {
      kind: 'drafts',
      name: copy.drafts,
      note: copy.draftsNote(drafts.count),
      bytes: drafts.bytes,
      ...own(drafts.count),
    },
    {
      kind: 'waiting',
      name: copy.waiting,
      note: copy.waitingNote(waiting.count),
      bytes: waiting.bytes,
      ...own(waiting.count),
    },
  ];
}

const noteOf = (app: AppOnDevice): string => (app.state === 'here' ? copy.appNote : (wordsOf(app) ?? copy.appNote));

/** In order of removal from a full device (IMAGE_CACHES). Saved and packed ones only if there are any. */
function picturesOf(pictures: StorageUse['pictures']): Pick<Line, 'kind' | 'name' | 'note' | 'bytes'>[] {
  if (!pictures) return [{ kind: 'seen', name: copy.pictures, note: copy.picturesNone, bytes: 0 }];
  const kinds = (['seen', 'saved', 'packed'] as const).filter((kind) => kind === 'seen' || pictures[kind].count > 0);
  return kinds.map((kind, at) => ({
    kind,
    name: copy.picturesOf[kind],
    note: copy.picturesNote(pictures[kind].count, at + 1),
    bytes: pictures[kind].bytes,
  }));
}

export function StorageLines({ use }: { use: StorageUse }) {
  const lines = linesOf(use, useAppOnDevice());
  const measured = lines.reduce((sum, { bytes }) => sum + bytes, 0);
  const [amount, unit] = formatBytes(use.estimate?.used ?? measured).split(' ');
  return (
    <>
      <div className={styles.total}>
        <p className={styles.amount}>
          {amount} <small>{unit}</small>
        </p>
        <p>{use.estimate ? copy.total(formatBytes(use.estimate.allowed)) : copy.totalUnknown}</p>
        {use.persistent !== null && <p>{use.persistent ? copy.persistent : copy.notPersistent}</p>}
        {/* The list repeats it in words. */}
        <div className={styles.scale} aria-hidden="true">
          {lines
            .filter(({ bytes }) => bytes > 0)
            .map(({ kind, bytes }) => (
              <i key={kind} data-kind={kind} style={{ flexGrow: bytes / measured }} />
            ))}
        </div>
      </div>
      <h2 className={styles.heading}>{copy.stored}</h2>
      <ul>
        {lines.map(({ kind, name, note, bytes, isLocked, isUnsent }) => (
          <li key={kind} {...entryProps(lineStyles.line, isUnsent && 'unsent')}>
            <span className={styles.margin}>
              {isLocked && <LockIcon size="s" />}
              <i data-kind={kind} />
            </span>
            <div className={lineStyles.words}>
              <p>{name}</p>
              <small>{note}</small>
            </div>
            <span className={lineStyles.size}>{formatBytes(bytes)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
