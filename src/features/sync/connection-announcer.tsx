import { useState } from 'react';
import { syncCopy } from '#copy/sync.ts';
import { useStatus } from './queries.ts';

/** Announces to screen readers when the connection is lost or restored, but not the first connection. */
export function ConnectionAnnouncer() {
  const { phase, isFailing } = useStatus();
  const settled = isFailing ? 'failing' : phase === 'online' || phase === 'offline' ? phase : null;
  const [last, setLast] = useState(settled);
  const [message, setMessage] = useState('');
  if (settled && settled !== last) {
    setLast(settled);
    if (settled !== 'online') setMessage(settled === 'failing' ? syncCopy.nowFailing : syncCopy.nowOffline);
    else if (last !== null) setMessage(syncCopy.nowOnline);
  }
  return (
    <p className="sr" aria-live="polite">
      {message}
    </p>
  );
}
