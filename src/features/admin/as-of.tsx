import { adminCopy } from '#copy/admin.ts';
import { useOffline, useReconnected } from '#features/moderation/queries.ts';
import { LogTime } from '#ui/log-time.tsx';
import styles from './admin-page.module.css';

interface AsOfProps {
  /** When the server sent what is shown (ISO 8601); null: nothing is shown. */
  at: string | null;
  /** Called when the server can be reached again. */
  onReconnect: () => void;
}

/** Without a connection: how old what is shown is. The status in the bar is about the replica only. */
export function AsOf({ at, onReconnect }: AsOfProps) {
  const offline = useOffline();
  useReconnected(() => {
    if (at !== null) onReconnect();
  });
  return (
    offline &&
    at !== null && (
      <p className={styles.note}>
        {adminCopy.asOf}
        <LogTime iso={at} long />
      </p>
    )
  );
}
