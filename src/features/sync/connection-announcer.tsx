import { useState } from 'react';
import { syncCopy } from '#copy/sync.ts';
import { useStatus } from './queries.ts';

/**
 * Announces to screen readers when the connection is lost or restored, but not the first connection, nor the end of the
 * session, of which the notice of this device tells.
 */
export function ConnectionAnnouncer() {
  const { phase, isFailing, signInNeeded } = useStatus();
  const known = signInNeeded ? null : phase;
  const settled = isFailing ? 'failing' : known === 'online' || known === 'offline' ? known : null;
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
