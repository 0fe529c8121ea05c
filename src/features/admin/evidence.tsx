import { useEffect, useRef, useState } from 'react';
import { adminCopy } from '#copy/admin.ts';
import { useOffline } from '#features/moderation/queries.ts';
import { Button } from '#ui/button.tsx';
import { EyeIcon } from '#ui/icons/more-icons.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './case.module.css';
import { type AccountReply, mayBeShown } from './mutations.ts';

interface Loaded {
  /** A blob: address, in memory only. */
  url: string;
  isVideo: boolean;
  /** False: it is only saved. */
  isShowable: boolean;
}

interface EvidenceProps {
  files: readonly string[];
  load: (file: string, signal: AbortSignal) => Promise<AccountReply<Blob>>;
}

type FileState = 'loading' | 'failed' | Loaded;

/** A report's files: loaded on request, which is logged, blurred first, dropped from memory on close. */
export function Evidence({ files, load: loadFile }: EvidenceProps) {
  const [states, setStates] = useState<Readonly<Record<string, FileState>>>({});
  const offline = useOffline();
  /** Of the open dialog: once it has closed, no other file is loaded and noted. */
  const open = useRef<AbortController | null>(null);
  useEffect(() => {
    const opened = (open.current = new AbortController());
    return () => opened.abort();
  }, []);
  const load = async (paths: readonly string[]) => {
    const signal = open.current?.signal;
    const set = (path: string, state: FileState) => setStates((before) => ({ ...before, [path]: state }));
    for (const path of paths) set(path, 'loading');
    for (const path of paths) {
      if (!signal || signal.aborted) return;
      const reply = await loadFile(path, signal);
      // The dialog has closed, so nothing would revoke the address.
      if (signal.aborted) return;
      if (!reply.ok) {
        set(path, 'failed');
        if (reply.message) toast(reply.message, { tone: 'stop' });
        continue;
      }
      const isShowable = await mayBeShown(reply.body);
      if (signal.aborted) return;
      const url = URL.createObjectURL(reply.body);
      signal.addEventListener('abort', () => URL.revokeObjectURL(url));
      set(path, { url, isVideo: reply.body.type.startsWith('video/'), isShowable });
    }
  };
  if (Object.keys(states).length === 0) {
    return (
      <div className={styles.files}>
        <Button kind="outline" disabled={offline} onClick={() => void load(files)}>
          <EyeIcon size="s" />
          {adminCopy.loadFiles(files.length)}
        </Button>
        <p>{offline ? adminCopy.needsNetwork : adminCopy.loadNote}</p>
      </div>
    );
  }
  return files.map((path) => {
    const state = states[path] ?? 'loading';
    if (state === 'loading') return <output key={path}>{adminCopy.loading}</output>;
    if (state !== 'failed' && state.isShowable) return <Blurred key={path} file={state} />;
    if (state !== 'failed') {
      return (
        <div key={path} className={styles.files}>
          <p>{adminCopy.fileNotShown}</p>
          <a href={state.url} download={path.split('/').at(-1)}>
            {adminCopy.saveFile}
          </a>
        </div>
      );
    }
    return (
      <div key={path} className={styles.files} role="alert">
        <p>{adminCopy.fileFailed}</p>
        <Button kind="outline" size="s" disabled={offline} onClick={() => void load([path])}>
          {adminCopy.retry}
        </Button>
      </div>
    );
  });
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
