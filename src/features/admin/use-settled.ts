import { useEffect, useState } from 'react';

const WAIT_MS = 250;

/** The value once it has not changed for a quarter of a second. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
