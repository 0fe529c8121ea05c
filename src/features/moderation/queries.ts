import { useEffect, useEffectEvent, useRef } from 'react';
import { REPORT_REASONS } from '#contract/reports.ts';
import { syncState } from '#data/device/sync-state.ts';
import { useLive } from '#features/replica/use-live.ts';
import { isOffline, isUnreachable } from '#lib/missing.ts';
import { useStore } from '#lib/use-store.ts';
import { REPORTS_SQL, STATE_SQL } from './moderation-sql.ts';

export interface PostState {
  flagged: boolean;
  locked: boolean;
  pinned: boolean;
  /** Null while unknown. */
  flaggedBy: string | null;
  /** ISO 8601. */
  flaggedAt: string | null;
}

interface StateRow {
  id: string;
  flagged: number;
  locked: number;
  pinned: number;
  flagged_at: string | null;
  flagged_by: string | null;
}

const toState = (row: StateRow): PostState => ({
  flagged: row.flagged === 1,
  locked: row.locked === 1,
  pinned: row.pinned === 1,
  flaggedBy: row.flagged_by,
  flaggedAt: row.flagged_at,
});

export interface Report {
  id: string;
  reason: (typeof REPORT_REASONS)[number];
  details: string;
  /** Null if the reporter's account was deleted. */
  reporter: string | null;
  /** ISO 8601. */
  createdAt: string;
}

export interface ReportRow {
  id: string;
  reason: string | null;
  details: string | null;
  reporter_username: string | null;
  created_at: string | null;
}

export const toReport = (row: ReportRow): Report => ({
  id: row.id,
  reason: REPORT_REASONS.find((known) => known === row.reason) ?? 'other',
  details: row.details ?? '',
  reporter: row.reporter_username,
  createdAt: row.created_at ?? '',
});

/** What of a post is on this device: 'gone' only after the server has confirmed it. */
export type PostOnDevice = PostState | 'loading' | 'gone' | 'offline';

/** Opens the post for staff, whoever may read it. */
export function usePostState(postId: string): PostOnDevice {
  const { rows, missing } = useLive<StateRow, PostState>({
    sql: STATE_SQL,
    parameters: [postId],
    decode: toState,
    sources: [{ name: 'staff_post', parameters: { post_id: postId } }],
  });
  return rows[0] ?? (isUnreachable(missing) ? 'offline' : missing);
}

/** Open reports of a post, newest first. */
export const useReports = (postId: string): readonly Report[] =>
  useLive<ReportRow, Report>({ sql: REPORTS_SQL, parameters: [postId], decode: toReport }).rows;

/** Whether to say "offline", according to the last attempts. */
export const useOffline = (): boolean => isOffline(useStore(syncState));

/** Calls `run` whenever the server can be reached again after it could not. */
export function useReconnected(run: () => void): void {
  // Not `useOffline`: a session that ends connects nothing.
  const unreachable = isUnreachable(useStore(syncState).phase);
  const wasUnreachable = useRef(unreachable);
  const reconnected = useEffectEvent(run);
  useEffect(() => {
    if (wasUnreachable.current && !unreachable) reconnected();
    wasUnreachable.current = unreachable;
  }, [unreachable]);
}
