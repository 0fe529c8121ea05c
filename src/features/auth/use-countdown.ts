import { useEffect, useState } from 'react';

/** Seconds left since `start` was called, or since the first render with `isRunning`. 0: none. */
export function useCountdown(seconds: number, isRunning: boolean): { left: number; start: () => void } {
  const [until, setUntil] = useState(() => (isRunning ? Date.now() + seconds * 1000 : 0));
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver, until]);
  const start = () => {
    const at = Date.now();
    setNow(at);
    setUntil(at + seconds * 1000);
  };
  return { left, start };
}
