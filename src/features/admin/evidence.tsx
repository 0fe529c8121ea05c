import { useEffect, useRef, useState } from 'react';
import { adminCopy } from '#copy/admin.ts';
import { useOffline } from '#features/moderation/queries.ts';
import { Button } from '#ui/button.tsx';
import { EyeIcon } from '#ui/icons/more-icons.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './case.module.css';
import { loadEvidence } from './mutations.ts';

interface Loaded {
  path: string;
  /** A blob: address, in memory only. */
  url: string;
  isVideo: boolean;
}

/** Files of a report: loaded only on request, which is logged, blurred first, and removed from memory when the report is closed. */
export function Evidence({ reportId, files }: { reportId: string; files: readonly string[] }) {
  const [loaded, setLoaded] = useState<readonly Loaded[]>([]);
  const [isBusy, setBusy] = useState(false);
  const offline = useOffline();
  const urls = useRef<string[]>([]);
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url);
      urls.current = [];
    },
    [],
  );
  const load = async () => {
    setBusy(true);
    for (const path of files) {
      const reply = await loadEvidence(reportId, path);
      if (reply.ok) {
        const url = URL.createObjectURL(reply.body);
        urls.current.push(url);
        setLoaded((before) => [...before, { path, url, isVideo: reply.body.type.startsWith('video/') }]);
      } else toast(reply.message || adminCopy.fileFailed, { tone: 'stop' });
    }
    setBusy(false);
  };
  if (loaded.length === 0) {
    return (
      <div className={styles.files}>
        <Button kind="outline" busy={isBusy} disabled={offline} onClick={() => void load()}>
          <EyeIcon size="s" />
          {adminCopy.loadFiles(files.length)}
        </Button>
        <p>{offline ? adminCopy.needsNetwork : adminCopy.loadNote}</p>
      </div>
    );
  }
  return loaded.map((file) => <Blurred key={file.path} file={file} />);
}

function Blurred({ file: { url, isVideo } }: { file: Loaded }) {
  const [isShown, setShown] = useState(false);
  return (
    <figure className={styles.evidence}>
      <div data-shown={isShown}>
        {isVideo ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- evidence as it was sent
          <video src={url} controls={isShown} preload="metadata" />
        ) : (
          <img src={url} alt={isShown ? adminCopy.fileAlt : ''} />
        )}
      </div>
      <Button kind="outline" size="s" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? adminCopy.hideFile : adminCopy.showFile}
      </Button>
    </figure>
  );
}
