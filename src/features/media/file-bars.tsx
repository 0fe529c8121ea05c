import { entryUploadsCopy } from '#copy/media.ts';
import { Progress } from '#ui/progress.tsx';
import styles from './file-bars.module.css';
import type { UploadingFile } from './queries.ts';

/** Whole percent. */
export const percent = (sent: number, size: number): number => (size > 0 ? Math.floor((sent / size) * 100) : 0);

export function FileBars({ files }: { files: readonly UploadingFile[] }) {
  return (
    <ul className={styles.files} aria-label={entryUploadsCopy.files}>
      {files.map((file, index) => (
        <Bar key={file.id} file={file} position={index + 1} count={files.length} />
      ))}
    </ul>
  );
}

interface FileProps {
  file: UploadingFile;
  position: number;
  count: number;
}

function Bar({ file: { size, sent, state }, position, count }: FileProps) {
  const notes = {
    queued: sent > 0 ? `${percent(sent, size)}%` : entryUploadsCopy.waiting,
    sending: `${percent(sent, size)}%`,
    sent: entryUploadsCopy.arrived(size),
    refused: entryUploadsCopy.refused,
    draft: '',
  } as const;
  return (
    <li data-state={state}>
      <Progress label={entryUploadsCopy.file(position, count)} value={size > 0 ? sent / size : 0} note={notes[state]} />
    </li>
  );
}
