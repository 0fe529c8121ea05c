import { useEffect, useState } from 'react';
import { readAloudCopy } from '#copy/read-aloud.ts';
import { useStore } from '#lib/use-store.ts';
import { Button } from '#ui/button.tsx';
import { reading, stopReading } from './reader.ts';
import styles from './reading-bar.module.css';

/** The line that is read, with Stop. Reading ends with the screen on which it began. `path`: of the screen. */
export function ReadingBar({ path }: { path: string }) {
  const now = useStore(reading);
  const [from] = useState(path);
  useEffect(() => {
    if (path !== from) stopReading();
  }, [path, from]);
  if (!now) return null;
  return (
    <section data-later className={styles.bar} aria-label={readAloudCopy.label}>
      <p dir="auto">{now.line}</p>
      <Button kind="outline" size="s" onClick={stopReading}>
        {readAloudCopy.stop}
      </Button>
    </section>
  );
}
