import { passkeyCopy as copy } from '#copy/passkeys.ts';
import { Button } from '#ui/button.tsx';
import { entryProps } from '#ui/entry.ts';
import { LockIcon } from '#ui/icons/more-icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import type { Passkey } from './passkey-mutations.ts';
import styles from './sessions-page.module.css';

interface PasskeyEntryProps {
  passkey: Passkey;
  disabled: boolean;
  isDeleting: boolean;
  onRename: () => void;
  onDelete: () => void;
}

/** One passkey: its name, and when it was added and used. */
export function PasskeyEntry({ passkey, disabled, isDeleting, onRename, onDelete }: PasskeyEntryProps) {
  const { friendly_name: name = copy.unnamed, created_at: added, last_used_at: used } = passkey;
  return (
    <li {...entryProps(styles.entry)}>
      <span className={styles.margin}>
        <LockIcon />
      </span>
      <div className={styles.words}>
        <h3>{name}</h3>
        <p>
          {copy.added} <LogTime iso={added} /> · {used ? copy.lastUsed : copy.neverUsed}{' '}
          {used && <LogTime iso={used} />}
        </p>
      </div>
      <div className={styles.two}>
        <Button kind="text" size="s" disabled={disabled} aria-label={copy.renameOf(name)} onClick={onRename}>
          {copy.rename}
        </Button>
        <Button
          kind="text"
          size="s"
          disabled={disabled}
          busy={isDeleting}
          aria-label={copy.deleteOf(name)}
          onClick={onDelete}
        >
          {copy.delete}
        </Button>
      </div>
    </li>
  );
}
