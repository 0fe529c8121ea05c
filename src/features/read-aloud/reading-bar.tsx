import { useEffect, useState } from 'react';
import { readAloudCopy } from '#copy/read-aloud.ts';
import { useStore } from '#lib/use-store.ts';
import above from '#ui/above-dock.module.css';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { reading, stopReading } from './reader.ts';
import styles from './reading-bar.module.css';

/**
 * The line that is read, with Stop. Reading ends with the screen on which it began, with a change of the account, and
 * with Escape. `screen`: names the screen, its list and the account.
 */
export function ReadingBar({ screen }: { screen: string }) {
  const now = useStore(reading);
  const [from] = useState(screen);
  useEffect(() => {
    if (screen !== from) stopReading();
  }, [screen, from]);
  useEffect(() => {
    const ending = new AbortController();
    const onKey = ({ key }: KeyboardEvent) => {
      // Escape closes what is open first.
      if (key === 'Escape' && !document.querySelector('dialog[open], :popover-open:not([popover=manual])'))
        stopReading();
    };
    addEventListener('keydown', onKey, { signal: ending.signal, capture: true });
    return () => ending.abort();
  }, []);
  if (!now) return null;
  const stop = () => {
    stopReading();
    // The button is gone.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <section data-later className={cx(above.note, styles.bar)} aria-label={readAloudCopy.label}>
      <p dir="auto">{now.line}</p>
      <Button kind="outline" size="s" onClick={stop}>
        {readAloudCopy.stop}
      </Button>
    </section>
  );
}
