/** What the parent tells a phone to write. Texts are unique; `target` is a post, a comment or a member. */
export type Order =
  | { write: 'post'; text: string; hasPoll: boolean }
  | { write: 'edit' | 'comment' | 'message'; target: string; text: string }
  | { write: 'uncomment'; target: string }
  | { write: 'vote'; target: string; value: 1 | -1 };

/** What a member sees at one moment, of one history. */
export interface Seen {
  readonly posts: readonly SeenPost[];
  readonly comments: readonly { readonly id: string; readonly text: string }[];
  readonly messages: readonly { readonly id: string; readonly text: string }[];
  /** Actions that were neither refused nor confirmed by a checkpoint. */
  readonly unconfirmed: number;
  /** Texts of refused actions, with the reason. */
  readonly refused: readonly string[];
}

export interface SeenPost {
  readonly id: string;
  readonly title: string;
  /** It names a poll, and whether that is there. */
  readonly poll: 'none' | 'there' | 'missing';
  readonly score: number;
  readonly comments: number;
  readonly vote: number;
  /** How many acts the shown counts include (docs/decisions/035). */
  readonly version: number;
  /** The counts that everybody has are shown, and not newer ones that only this member has. */
  readonly isShared: boolean;
}

export interface PhoneStart {
  readonly appUrl: string;
  /** Path of its database. */
  readonly file: string;
  /** As Auth answered to a log-in. */
  readonly session: { readonly user: { readonly id: string } };
  readonly history: string;
  /** Milliseconds that its clock is ahead. */
  readonly clockOffset: number;
}

export type ToPhone =
  | { kind: 'write'; number: number; order: Order }
  | { kind: 'history'; history: string }
  | { kind: 'clock'; offset: number }
  | { kind: 'rows' };

/** `began` and `ended` are of now.ts. */
export type FromPhone =
  | { kind: 'ready' }
  | { kind: 'read'; history: string; began: number; ended: number; seen: Seen }
  | { kind: 'written'; number: number; began: number; ended: number; ok: boolean; id?: string; code?: string }
  | { kind: 'rows'; rows: Record<string, Record<string, unknown>[]> };
