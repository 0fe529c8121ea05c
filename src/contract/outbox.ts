/** An action that was discarded although the server may have it: it is sent with the deletion of its row, hidden. */
export const UNDO_KIND = 'undo';

/** Kinds that are queued like the others (contract/actions.ts) but neither shown nor counted. */
export const HIDDEN_KINDS = ['read', UNDO_KIND] as const;

/** The member can neither discard, edit nor retry it. */
export const isHiddenKind = (kind: string): boolean => (HIDDEN_KINDS as readonly string[]).includes(kind);

/** queued: no result; sending; sent: applied, not synced yet; refused: rejected, the member decides. */
export const OUTBOX_STATES = ['queued', 'sending', 'sent', 'refused'] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** Null if nothing is unsent, or for an unknown state of a newer release. */
export const toOutboxState = (value: string | null): OutboxState | null =>
  OUTBOX_STATES.find((known) => known === value) ?? null;

/** The tag of the worker's Background Sync registration. */
export const SYNC_TAG = 'rangeday-outbox';

/** The Web Lock of the uploader: one per account among all tabs and the service worker. */
export const uploadLock = (account: string): string => `rangeday-upload:${account}`;

/** Why the last attempt failed. `portal`: proxy; `session`: log-in needed; `profile`: none; `unanswered`: no result. */
export const RETRY_REASONS = [
  'offline',
  'timeout',
  'server',
  'busy',
  'portal',
  'session',
  'profile',
  'unanswered',
] as const;
export type RetryReason = (typeof RETRY_REASONS)[number];
