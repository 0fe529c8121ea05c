import type { InlineColumn, ShownKind } from '#contract/actions.ts';
import type { RetryReason } from '#contract/outbox.ts';

/** `otherwise` is used when the post or comment is not on the device. */
const quoted = (about: string | null, otherwise = 'a post'): string => (about ? `“${about}”` : otherwise);
const named = (about: string | null): string => about ?? 'a member';

interface KindText {
  /** The heading of a kind without text. */
  title?: (about: string | null, label: string) => string;
  /** The line below the heading: kind and subject. */
  line: (about: string | null) => string;
  /** Several actions in one line. */
  many: (count: number) => string;
  /** Begins the server's reason why it was refused. */
  refusal?: (label: string) => string;
}

const plural = (one: string, more: string) => (count: number) => (count === 1 ? `1 ${one}` : `${count} ${more}`);
const change = plural('change', 'changes');

const MODERATION: Record<string, string> = {
  flag: 'Flag',
  unflag: 'Unflag',
  lock: 'Lock comments on',
  unlock: 'Unlock comments on',
  pin: 'Pin',
  unpin: 'Unpin',
};

/** Kinds of newer releases are called an entry. `photo`: of a sent post, counted at a log-out. */
const KIND_TEXTS: Readonly<Record<ShownKind | 'photo', KindText>> = {
  post: { line: () => 'Post', many: plural('post', 'posts') },
  edit_post: {
    line: (about) => `Edit of ${quoted(about)}`,
    many: plural('edit', 'edits'),
    refusal: () => 'Error updating post: ',
  },
  delete_post: {
    title: (about) => `Delete ${quoted(about)}`,
    line: () => 'Post deletion',
    many: plural('deletion', 'deletions'),
    refusal: () => 'Failed to delete post: ',
  },
  comment: { line: (about) => `Comment on ${quoted(about)}`, many: plural('comment', 'comments') },
  edit_comment: { line: (about) => `Edit of a comment on ${quoted(about)}`, many: plural('edit', 'edits') },
  delete_comment: {
    title: (about) => `Delete a comment on ${quoted(about)}`,
    line: () => 'Comment deletion',
    many: plural('deletion', 'deletions'),
  },
  message: { line: (about) => `Message to ${named(about)}`, many: plural('message', 'messages') },
  vote: {
    title: (about, label) =>
      label === 'none' ? `Remove the vote on ${quoted(about)}` : `Vote ${label} on ${quoted(about)}`,
    line: () => 'Vote',
    many: plural('vote', 'votes'),
  },
  like: {
    title: (about, label) => `${label === 'off' ? 'Unlike' : 'Like'} ${quoted(about, 'a comment')}`,
    line: () => 'Like',
    many: plural('like', 'likes'),
  },
  save: {
    title: (about, label) => (label === 'off' ? `Remove ${quoted(about)} from saved posts` : `Save ${quoted(about)}`),
    line: () => 'Saved post',
    many: plural('saved post', 'saved posts'),
  },
  poll_vote: {
    title: (about, label) => `“${label}” in ${quoted(about, 'a poll')}`,
    line: () => 'Poll vote',
    many: plural('poll vote', 'poll votes'),
  },
  friend_request: {
    title: (about) => `Friend request to ${named(about)}`,
    line: () => 'Friends',
    many: plural('friend request', 'friend requests'),
  },
  friend_accept: {
    title: (about) => `Accept the friend request from ${named(about)}`,
    line: () => 'Friends',
    many: plural('response', 'responses'),
  },
  friend_decline: {
    title: (about) => `Decline the friend request from ${named(about)}`,
    line: () => 'Friends',
    many: plural('response', 'responses'),
  },
  unfriend: { title: (about) => `Unfriend ${named(about)}`, line: () => 'Friends', many: change },
  block: { title: (about) => `Block ${named(about)}`, line: () => 'Safety', many: change },
  unblock: { title: (about) => `Unblock ${named(about)}`, line: () => 'Safety', many: change },
  mute: { title: (about) => `Mute ${named(about)}`, line: () => 'Safety', many: change },
  unmute: { title: (about) => `Unmute ${named(about)}`, line: () => 'Safety', many: change },
  profile: {
    title: () => 'Changes to your profile',
    line: () => 'Profile',
    many: change,
    refusal: () => 'Failed to update profile. ',
  },
  notification_settings: { title: () => 'Notification choices', line: () => 'Settings', many: change },
  photo: { line: () => 'Photo', many: plural('photo', 'photos') },
  report: { line: (about) => `Report of ${quoted(about, 'something')}`, many: plural('report', 'reports') },
  moderate_post: {
    title: (about, label) => `${MODERATION[label] ?? 'Change'} ${quoted(about)}`,
    line: () => 'Moderation',
    many: change,
    refusal: (label) => (/^(un)?flag$/.test(label) ? 'Failed to flag post: ' : 'Error updating post: '),
  },
  close_reports: {
    title: (_about, label) => (label === '1' ? 'Close 1 report' : `Close ${label} reports`),
    line: () => 'Moderation',
    many: change,
  },
};

const ENTRY: KindText = { line: () => 'Entry', many: plural('entry', 'entries') };
const textsOf = (kind: string): KindText => (KIND_TEXTS as Readonly<Record<string, KindText>>)[kind] ?? ENTRY;

/** Reasons why the last attempt failed. Being offline is not an error. */
const REASONS: Record<RetryReason, string> = {
  offline: 'no signal at the last attempt',
  timeout: 'the signal was too weak at the last attempt',
  server: 'server error at the last attempt',
  busy: 'the server asked to wait',
  portal: 'this network requires you to sign in first',
  session: 'waiting for you to log in again',
  profile: 'waiting for your profile',
  unanswered: 'no response received; checking again',
};

export const outboxScreenCopy = {
  holding: 'Offline: holding',
  sending: 'Online: sending',
  needsAttention: 'Needs attention',
  /** "3 posts, 2 messages, 14 kB waiting". */
  summary: (parts: readonly string[], size: string) => `${[...parts, size].join(', ')} waiting`,
  oldest: (age: string) => `oldest ${age}`,
  age: (age: string) => `${age} ago`,
  tryNow: 'Try now',
  sendAll: 'Send all now',
  heading: (kind: string, label: string, about: string | null) =>
    textsOf(kind).title?.(about, label) ?? (label || textsOf(kind).line(about)),
  line: (kind: string, about: string | null) => textsOf(kind).line(about),
  many: (kind: string, count: number) => textsOf(kind).many(count),
  /** Beside the one stamp of a section. */
  sections: {
    refused: (count: number) => (count === 1 ? '1 item needs attention' : `${count} items need attention`),
    sending: (count: number) => (count === 1 ? '1 being sent' : `${count} being sent`),
    sent: (count: number) => `${count} sent, not confirmed yet`,
    /** In flight when the signal was lost. */
    unanswered: (count: number) =>
      count === 1 ? '1 may have been sent; checking' : `${count} may have been sent; checking`,
    queued: (count: number) => (count === 1 ? '1 will send automatically' : `${count} will send automatically`),
  },
  unconfirmed:
    'The server has received it, but this device has not been confirmed yet. Nothing is lost, and no action is needed.',
  reason: (code: string | null) => (code ? ((REASONS as Record<string, string>)[code] ?? null) : null),
  uncertain: 'may already have been sent',
  waitsFor: (name: string) => `Waiting for “${name}”, which was not sent.`,
  waitsForUnknown: 'Waiting for something that was not sent.',
  /** The server's reason, in the sentence of its kind. */
  refusal: (kind: string, label: string, reason: string) => (textsOf(kind).refusal?.(label) ?? '') + reason,
  dependents: (count: number) => (count === 1 ? '1 more is waiting for this.' : `${count} more are waiting for this.`),
  picture: 'Attached picture',
  retry: 'Retry',
  edit: 'Edit',
  discard: 'Discard',
  retryOf: (label: string) => `Retry: ${label}`,
  editOf: (label: string) => `Edit: ${label}`,
  discardOf: (label: string) => `Discard: ${label}`,
  discardTitle: 'Discard this?',
  discardText: 'It has not been sent. It will be deleted from this device.',
  discardUncertain:
    'It may already have been sent. It will be deleted from this device, and from the server if it arrived.',
  discardDependents: (count: number) =>
    count === 1
      ? 'The item waiting for it will be discarded too.'
      : `The ${count} items waiting for it will be discarded too.`,
  discardConfirm: 'Discard',
  discarded: 'Discarded.',
  undo: 'Undo',
  keep: 'Keep it',
  /** By its column. */
  fieldOf: { content: 'Message', text: 'Comment', details: 'Details' } satisfies Record<InlineColumn, string>,
  save: 'Save and send',
  cancel: 'Cancel',
  /** An item was sent, or discarded in another tab, while its text was edited here. */
  lostTitle: 'Your change was not saved',
  lostText: 'It was sent or removed while you edited it.',
  lostField: 'Unsaved text',
  copy: 'Copy text',
  copied: 'Text copied to clipboard!',
  copyFailed: 'The text could not be copied. Select it instead.',
  close: 'Close',
  emptyTitle: 'Nothing waiting.',
  emptyText: 'Everything you wrote has been sent.',
  emptyOffline: 'Keep writing while offline: everything is saved here and sent automatically.',
} as const;
