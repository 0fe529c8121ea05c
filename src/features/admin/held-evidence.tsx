import { useState } from 'react';
import type { HeldEvidence as Held } from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { errorText } from '#copy/errors.ts';
import { useOffline } from '#features/moderation/queries.ts';
import { formatLogTime } from '#lib/log-time.ts';
import { Button } from '#ui/button.tsx';
import { EyeIcon } from '#ui/icons/more-icons.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './case.module.css';
import { Evidence } from './evidence.tsx';
import { listHeldEvidence, loadHeldFile } from './mutations.ts';

/** In our storage: other addresses are only named, because nothing keeps what they lead to. */
const isStored = (url: string): boolean => url.startsWith('/storage/');

/** What the author of a reported post changed or deleted. Loaded on request, which is logged; in memory only. */
export function HeldEvidence({ postId }: { postId: string }) {
  const [loaded, setLoaded] = useState<{ rows: readonly Held[]; at: Date } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const offline = useOffline();
  const load = async () => {
    setBusy(true);
    const reply = await listHeldEvidence(postId);
    setBusy(false);
    if (!reply.ok) return toast(reply.message || errorText(reply.code), { tone: 'stop' });
    setLoaded({ rows: reply.body, at: new Date() });
  };
  if (loaded === null) {
    return (
      <div className={styles.files}>
        <Button kind="outline" busy={isBusy} disabled={offline} onClick={() => void load()}>
          <EyeIcon size="s" />
          {adminCopy.showHeld}
        </Button>
        <p>{offline ? adminCopy.needsNetwork : adminCopy.heldNote}</p>
      </div>
    );
  }
  const { rows, at: now } = loaded;
  if (rows.length === 0) return <p>{adminCopy.heldNone}</p>;
  return (
    <ul className={styles.held} aria-label={adminCopy.held}>
      {rows.map(({ id, kind, was_deleted: isDeleted, words, files, kept_at: at }) => (
        <li key={id}>
          <p className={styles.meta}>
            {adminCopy.heldRow(kind, isDeleted)} <time dateTime={at}>{formatLogTime(new Date(at), now)}</time>
          </p>
          {words && (
            <p className={styles.text} dir="auto">
              {words}
            </p>
          )}
          {files
            .filter((url) => !isStored(url))
            .map((url) => (
              <p key={url} className={styles.text}>
                {url}
              </p>
            ))}
          {files.some(isStored) && (
            <Evidence files={files.filter(isStored)} load={(url, signal) => loadHeldFile(postId, url, signal)} />
          )}
        </li>
      ))}
    </ul>
  );
}
