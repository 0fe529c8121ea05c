import type { SyncStatus } from '@powersync/common';
import type { SyncState } from '../device/sync-state.ts';

type Seen = Pick<SyncStatus, 'connected' | 'connecting' | 'downloadError' | 'hasSynced' | 'lastSyncedAt'>;

/**
 * The phase after a change of PowerSync's status. 'offline' stays until a connection is open, against flicker.
 * `isReconnecting`: the app itself closed the connection.
 */
export function phaseOf(
  status: Pick<Seen, 'connected' | 'connecting' | 'downloadError'>,
  before: SyncState['phase'],
  isReconnecting = false,
): SyncState['phase'] {
  if (status.connected) return 'online';
  if (status.downloadError || before === 'offline') return 'offline';
  if (before === 'online') return status.connecting || isReconnecting ? 'connecting' : 'offline';
  return 'connecting';
}

/** Texts of the statuses 429 and 5xx, which HTTP/2 does not send. */
const FAILURES = /^(?:Too Many Requests|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out)$/i;

/**
 * Whether the service has answered with an error of its own. Of an answer, PowerSync's worker passes on a sentence
 * only, `HTTP <text of the status>: <body>`. The body of a captive portal is a page. Neither text nor body is what a
 * proxy says over HTTP/2 of a server that is down; a portal has no certificate for HTTP/2.
 */
export function isServerFailure(error: Error | undefined): boolean {
  const [, text = '', body = ''] = /^HTTP ([^:]*): ?([^]*)$/.exec(error?.message ?? '') ?? [];
  if (FAILURES.test(text) || error?.message.trim() === 'HTTP :') return true;
  try {
    const status = Number((JSON.parse(body) as { error?: { status?: unknown } } | null)?.error?.status);
    return status === 429 || status >= 500;
  } catch {
    return false;
  }
}

/**
 * The parts of SyncState that follow PowerSync's status. The time of an earlier visit stays until this database reports
 * its own.
 */
export function readStatus(status: Seen, before: SyncState, isReconnecting = false): Partial<SyncState> {
  const phase = phaseOf(status, before.phase, isReconnecting);
  return {
    phase,
    // Like 'offline', it stays during the next attempt.
    isFailing: phase === 'offline' && (status.downloadError ? isServerFailure(status.downloadError) : before.isFailing),
    synced: status.hasSynced === true || (before.synced && status.hasSynced === undefined),
    updatedAt: status.lastSyncedAt ?? before.updatedAt,
  };
}
