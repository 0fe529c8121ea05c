import { useEffect, useRef, useState } from 'react';

/** §4: the page of a deleted post is left after this time. */
const LEAVE_AFTER_MS = 1500;

/** Calls `leave` LEAVE_AFTER_MS after `start`, unless the member goes elsewhere before. */
export function useLeaveLater(leave: () => void): () => void {
  const [isLeaving, setLeaving] = useState(false);
  const current = useRef(leave);
  useEffect(() => {
    current.current = leave;
  });
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => current.current(), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return () => setLeaving(true);
}
