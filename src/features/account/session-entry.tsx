import { accountCopy } from '#copy/account.ts';
import { Button } from '#ui/button.tsx';
import { entryProps } from '#ui/entry.ts';
import { CheckIcon } from '#ui/icons/icons.tsx';
import { ComputerIcon, InfoIcon, InstallIcon, TabletIcon } from '#ui/icons/more-icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { type DeviceKind, nameDevice } from './device-name.ts';
import type { DeviceSession } from './mutations.ts';
import styles from './sessions-page.module.css';

const copy = accountCopy.sessions;

const ICONS: Record<DeviceKind, typeof InstallIcon> = {
  phone: InstallIcon,
  tablet: TabletIcon,
  computer: ComputerIcon,
  unknown: InfoIcon,
};

interface SessionEntryProps {
  session: DeviceSession;
  isEnding: boolean;
  onEnd: (device: string) => void;
}

/** One device: what it is, when it was last used, and a button that logs it out. */
export function SessionEntry({ session, isEnding, onEnd }: SessionEntryProps) {
  const device = nameDevice(session.user_agent);
  const Icon = ICONS[device.kind];
  const name = copy.device(device.system, device.browser);
  return (
    <li {...entryProps(styles.entry)}>
      <span className={styles.margin}>
        <Icon />
      </span>
      <div className={styles.words}>
        <h2>{session.is_current ? copy.thisDevice(device.kind) : name}</h2>
        <p>
          {session.is_current ? (
            copy.inUse(device.browser)
          ) : (
            <>
              {copy.lastUsed} <LogTime iso={session.last_used_at} />
            </>
          )}
        </p>
      </div>
      {session.is_current ? (
        <span className={styles.current}>
          <CheckIcon size="s" />
          {copy.thisOne}
        </span>
      ) : (
        <Button kind="text" size="s" busy={isEnding} aria-label={copy.logOutOf(name)} onClick={() => onEnd(name)}>
          {copy.logOut}
        </Button>
      )}
    </li>
  );
}
