/** What a member can do to the replica, as the outbox calls it. The words for people stand in copy/outbox.ts. */
export const OUTBOX_KINDS = [
  'post',
  'edit_post',
  'delete_post',
  'comment',
  'edit_comment',
  'delete_comment',
  'message',
  'vote',
  'like',
  'poll_vote',
  'friend_request',
  'friend_accept',
  'friend_decline',
  'unfriend',
  'block',
  'unblock',
  'mute',
  'unmute',
  'profile',
  'report',
  'read',
] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

/** An action taken back after the server may have received it: it and the deletion of what it made go out unseen. */
export const UNDO_KIND = 'undo';

/** Queued like all others but neither shown nor counted: nobody waits for them, nobody could mend them. */
export const HIDDEN_KINDS: readonly string[] = ['read', UNDO_KIND];

/** What the service worker can deliver after the page is gone: words that somebody waits for. */
export const MIRRORED_KINDS: readonly string[] = [
  'post',
  'edit_post',
  'comment',
  'edit_comment',
  'message',
] satisfies OutboxKind[];

/** queued: not answered yet; sending: on its way; sent: the server has it, its echo is not here yet; refused: needs the member. */
export const OUTBOX_STATES = ['queued', 'sending', 'sent', 'refused'] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** Null: no own write waits, or a newer release wrote a state that this one does not know. */
export const toOutboxState = (value: string | null): OutboxState | null =>
  OUTBOX_STATES.find((known) => known === value) ?? null;

/** The tag of the worker's Background Sync registration. */
export const SYNC_TAG = 'rangeday-outbox';

/** One uploader per account among all tabs and the service worker holds this Web Lock. */
export const uploadLock = (account: string): string => `rangeday-upload:${account}`;

/**
 * Why a queued action did not go with its last attempt. `portal`: something answered, but it was not our server; `session`: the
 * server wants a new log-in; `profile`: the account's profile is not made yet; `unanswered`: an answer that left it out.
 */
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
