import type { HIDDEN_KINDS } from './outbox.ts';

/** The column of an action that is edited in the outbox itself. */
export type InlineColumn = 'content' | 'text' | 'details';

/** What is true of all actions of a kind. */
interface Traits {
  /** Identifies an action without a kind, as former releases wrote it: `PUT posts`. */
  ops: readonly string[];
  /**
   * The service worker sends it after the page was closed. Not what a later one of its kind replaces without asking the
   * worker. All kinds of a relation between two members or none, because they are sent in their order.
   */
  background?: true;
  /** It takes from a member what they may read. The worker sends nothing that was written after it before it. */
  withdraws?: true;
  /** It has no text: several of them share one line. */
  grouped?: true;
  /** The table of its row, which has the action's entity as id and is counted somewhere. */
  counted?: string;
  /**
   * Where it is edited while it is unsent or after it was rejected: in its form, from the stored input
   * (action-inputs.ts); in the outbox; or on the page of the profile, which shows unsent changes anyway.
   */
  edit?: 'composer' | 'profile' | InlineColumn;
  /** The kinds that change and delete what it creates. */
  editedBy?: string;
  deletedBy?: string;
}

/** Each kind of action. Their texts are in copy/outbox-screen.ts, their icons in features/outbox/kind-icon.tsx. */
export const ACTIONS = {
  post: {
    ops: ['PUT posts'],
    background: true,
    edit: 'composer',
    editedBy: 'edit_post',
    deletedBy: 'delete_post',
  },
  edit_post: { ops: ['PATCH posts'], background: true, edit: 'composer' },
  delete_post: { ops: ['DELETE posts', 'PUT post_removals'] },
  comment: {
    ops: ['PUT comments'],
    background: true,
    counted: 'comments',
    edit: 'composer',
    editedBy: 'edit_comment',
    deletedBy: 'delete_comment',
  },
  edit_comment: { ops: ['PATCH comments'], background: true, edit: 'text' },
  delete_comment: { ops: ['DELETE comments'], counted: 'comments' },
  message: { ops: ['PUT private_messages'], background: true, edit: 'content' },
  vote: {
    ops: ['PUT post_votes', 'PATCH post_votes', 'DELETE post_votes'],
    grouped: true,
    counted: 'post_votes',
  },
  like: { ops: ['PUT comment_likes', 'DELETE comment_likes'], grouped: true, counted: 'comment_likes' },
  save: { ops: ['PUT saved_posts', 'DELETE saved_posts'], grouped: true },
  poll_vote: { ops: ['PUT poll_votes'], grouped: true, counted: 'poll_votes' },
  friend_request: { ops: ['PUT friends'], background: true },
  friend_accept: { ops: ['PATCH friends'], background: true, counted: 'friends' },
  friend_decline: { ops: [], background: true },
  unfriend: { ops: ['DELETE friends'], background: true, withdraws: true, counted: 'friends' },
  block: { ops: ['PUT blocks'], background: true, withdraws: true },
  unblock: { ops: ['DELETE blocks'], background: true },
  mute: { ops: ['PUT mutes'] },
  unmute: { ops: ['DELETE mutes'] },
  profile: { ops: ['PATCH my_profile'], edit: 'profile' },
  notification_settings: { ops: ['PUT notification_settings', 'PATCH notification_settings'] },
  report: { ops: ['PUT reports'], edit: 'details' },
  moderate_post: { ops: [] },
  close_reports: { ops: ['PATCH reports'] },
  /** Marks as read, and bookkeeping. */
  read: {
    ops: [
      ...['PATCH private_messages', 'PATCH notifications', 'DELETE notifications', 'DELETE write_rejections'],
      ...['PUT reading_places', 'PATCH reading_places'],
    ],
  },
  /** Discarded after the server may have received it: it and the deletion of what it created are sent. */
  undo: { ops: [] },
} as const satisfies Record<string, Traits>;

export type ActionKind = keyof typeof ACTIONS;

export type ShownKind = Exclude<ActionKind, (typeof HIDDEN_KINDS)[number]>;

/** The kinds whose input is stored with the action. */
export type EditableKind = {
  [K in ActionKind]: (typeof ACTIONS)[K] extends { edit: 'composer' | InlineColumn } ? K : never;
}[ActionKind];

const UNKNOWN: Traits = { ops: [] };

/** The traits of a kind; none for one of another release. */
export const traitsOf = (kind: string): Traits => (ACTIONS as Readonly<Record<string, Traits>>)[kind] ?? UNKNOWN;

export const ACTION_KINDS = Object.keys(ACTIONS) as ActionKind[];

/** The kind that creates what this one deletes. */
export const creatorOf = (deletion: string): ActionKind | undefined =>
  ACTION_KINDS.find((kind) => traitsOf(kind).deletedBy === deletion);

/** The kind of an action that does not bring it, by its first operation; undefined if none begins with it. */
export const kindOfOp = ({ op, table }: { op: string; table: string }): ActionKind | undefined =>
  ACTION_KINDS.find((kind) => traitsOf(kind).ops.includes(`${op} ${table}`));
