import type { RetryReason } from '#contract/outbox.ts';

/** `otherwise`: where what it is about is not on the device. */
const quoted = (about: string | null, otherwise = 'a post'): string => (about ? `“${about}”` : otherwise);
const named = (about: string | null): string => about ?? 'a member';

interface Deed {
  /** The heading, where nothing was written that could be one. */
  title?: (about: string | null, label: string) => string;
  /** Under what was written: what it is and what it belongs to. */
  line: (about: string | null) => string;
  /** Several of them in one line. */
  many: (count: number) => string;
}

const plural = (one: string, more: string) => (count: number) => (count === 1 ? `1 ${one}` : `${count} ${more}`);
const change = plural('change', 'changes');

/** Every kind in plain words. What a newer release wrote is called an entry. */
const DEEDS: Record<string, Deed> = {
  post: { line: () => 'Post', many: plural('post', 'posts') },
  edit_post: { line: (about) => `Edit of ${quoted(about)}`, many: plural('edit', 'edits') },
  delete_post: {
    title: (about) => `Delete ${quoted(about)}`,
    line: () => 'Post, to be deleted',
    many: plural('deletion', 'deletions'),
  },
  comment: { line: (about) => `Comment on ${quoted(about)}`, many: plural('comment', 'comments') },
  edit_comment: { line: (about) => `Edit of a comment on ${quoted(about)}`, many: plural('edit', 'edits') },
  delete_comment: {
    title: (about) => `Delete a comment on ${quoted(about)}`,
    line: () => 'Comment, to be deleted',
    many: plural('deletion', 'deletions'),
  },
  message: { line: (about) => `Message to ${named(about)}`, many: plural('message', 'messages') },
  vote: {
    title: (about, label) =>
      label === 'none' ? `Take back the vote on ${quoted(about)}` : `Vote ${label} on ${quoted(about)}`,
    line: () => 'Vote',
    many: plural('vote', 'votes'),
  },
  like: {
    title: (about, label) => `${label === 'off' ? 'Take back the like of' : 'Like'} ${quoted(about, 'a comment')}`,
    line: () => 'Like',
    many: plural('like', 'likes'),
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
    title: (about) => `Accept the friend request of ${named(about)}`,
    line: () => 'Friends',
    many: plural('answer', 'answers'),
  },
  friend_decline: {
    title: (about) => `Decline the friend request of ${named(about)}`,
    line: () => 'Friends',
    many: plural('answer', 'answers'),
  },
  unfriend: { title: (about) => `End the friendship with ${named(about)}`, line: () => 'Friends', many: change },
  block: { title: (about) => `Block ${named(about)}`, line: () => 'Safety', many: change },
  unblock: { title: (about) => `Unblock ${named(about)}`, line: () => 'Safety', many: change },
  mute: { title: (about) => `Mute ${named(about)}`, line: () => 'Safety', many: change },
  unmute: { title: (about) => `Unmute ${named(about)}`, line: () => 'Safety', many: change },
  profile: { title: () => 'Changes to your profile', line: () => 'Profile', many: change },
  report: { line: (about) => `Report of ${quoted(about, 'something')}`, many: plural('report', 'reports') },
};

const ENTRY: Deed = { line: () => 'Entry', many: plural('entry', 'entries') };
const deed = (kind: string): Deed => DEEDS[kind] ?? ENTRY;

/** Why something that waits did not go at the last try. Not being online is waiting, no fault. */
const REASONS: Record<RetryReason, string> = {
  offline: 'no signal at the last try',
  timeout: 'the signal was too weak at the last try',
  server: 'the server had trouble at the last try',
  busy: 'the server asked to wait',
  portal: 'this network wants a log-in of its own first',
  session: 'waits for you to log in again',
  profile: 'waits for your profile',
  unanswered: 'the answer got lost, it is asked again',
};

export const outboxScreenCopy = {
  holding: 'Flag is up: holding',
  sending: 'Range is cold: sending',
  needsYou: 'Needs you',
  /** "3 posts, 2 messages, 14 kB waiting". */
  summary: (parts: readonly string[], size: string) => `${[...parts, size].join(', ')} waiting`,
  oldest: (age: string) => `oldest ${age}`,
  age: (age: string) => `${age} ago`,
  tryNow: 'Try now',
  sendAll: 'Send all now',
  heading: (kind: string, label: string, about: string | null) =>
    deed(kind).title?.(about, label) ?? (label || deed(kind).line(about)),
  line: (kind: string, about: string | null) => deed(kind).line(about),
  many: (kind: string, count: number) => deed(kind).many(count),
  /** Beside the one stamp of a section. */
  sections: {
    refused: (count: number) => (count === 1 ? '1 thing needs you' : `${count} things need you`),
    sending: (count: number) => (count === 1 ? '1 on its way' : `${count} on their way`),
    sent: (count: number) => `${count} sent, not confirmed yet`,
    /** On its way when the signal went. */
    unanswered: (count: number) =>
      count === 1 ? '1 may have arrived, it is asked again' : `${count} may have arrived, they are asked again`,
    queued: (count: number) => (count === 1 ? '1 goes out by itself' : `${count} go out by themselves`),
  },
  unconfirmed:
    'The server has it; its confirmation has not come back to this device. Nothing is lost, and you need to do nothing.',
  reason: (code: string | null) => (code ? ((REASONS as Record<string, string>)[code] ?? null) : null),
  uncertain: 'may have arrived already',
  waitsFor: (name: string) => `Waits for “${name}”, which was not sent.`,
  waitsForGone: 'Waits for something that was not sent.',
  holds: (count: number) => (count === 1 ? '1 more waits for this.' : `${count} more wait for this.`),
  picture: 'Picture that belongs to it',
  retry: 'Retry',
  edit: 'Edit',
  discard: 'Discard',
  retryOf: (label: string) => `Retry: ${label}`,
  editOf: (label: string) => `Edit: ${label}`,
  discardOf: (label: string) => `Discard: ${label}`,
  discardTitle: 'Discard this?',
  discardText: 'It has not been sent. It is taken off this device.',
  discardUncertain: 'It may have arrived already. It is taken off this device, and deleted again where it arrived.',
  discardFamily: (count: number) =>
    count === 1 ? 'What waits for it is discarded too.' : `The ${count} things that wait for it are discarded too.`,
  discardConfirm: 'Discard',
  discarded: 'Discarded.',
  undo: 'Undo',
  keep: 'Keep it',
  fieldOf: { message: 'Message', edit_comment: 'Comment', report: 'Details', profile: 'Username' } as Record<
    string,
    string
  >,
  save: 'Save and send',
  cancel: 'Cancel',
  onItsWayAlready: 'This is on its way already.',
  emptyTitle: 'Nothing waiting.',
  emptyText: 'The flag is down and everything you wrote has gone out.',
  emptyOffline: 'Write as if you had signal: it is kept here and goes out by itself.',
  attempts: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
} as const;
