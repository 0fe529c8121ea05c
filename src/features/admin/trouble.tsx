import { adminCopy } from '#copy/admin.ts';
import { errorText } from '#copy/errors.ts';
import { useReconnected } from '#features/moderation/queries.ts';
import { Button } from '#ui/button.tsx';
import styles from './admin-page.module.css';

interface TroubleProps {
  problem: { code: string; message: string };
  /** The text without a network. */
  offline: string;
  onRetry: () => void;
}

/** The server did not answer what was asked. It is asked again once it can be reached. */
export function Trouble({ problem, offline, onRetry }: TroubleProps) {
  useReconnected(onRetry);
  return (
    <div className={styles.box} role="alert">
      <p>{problem.code === 'offline' ? offline : problem.message || errorText(problem.code)}</p>
      <Button kind="outline" size="s" onClick={onRetry}>
        {adminCopy.retry}
      </Button>
    </div>
  );
}
