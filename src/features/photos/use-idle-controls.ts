import { useEffect, useState } from 'react';

/** §9: untouched controls are hidden after this time. */
const HIDE_AFTER_MS = 4000;

/** Whether controls are shown: always while nothing plays, otherwise until 4 s after the last `show`. */
export function useIdleControls(isPlaying: boolean): { areShown: boolean; show: () => void } {
  const [touched, setTouched] = useState(0);
  const [hidden, setHidden] = useState(-1);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => setHidden(touched), HIDE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, touched]);
  return { areShown: !isPlaying || hidden !== touched, show: () => setTouched((count) => count + 1) };
}
