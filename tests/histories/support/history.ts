import type { Order, Seen } from './protocol.ts';

/** Times are of now.ts. */
export interface Write {
  readonly phone: number;
  readonly order: Order;
  readonly began: number;
  /** When the mutation had returned; undefined if the phone was killed before. */
  ended?: number;
  ok?: boolean;
  /** Of the post, comment or message that it created. */
  id?: string;
}

export interface Read {
  readonly phone: number;
  readonly began: number;
  readonly ended: number;
  readonly seen: Seen;
}

export interface Trouble {
  readonly what: string;
  /** Undefined: it concerns all phones. */
  readonly phone: number | undefined;
  readonly from: number;
  readonly until: number;
}

/** What the server has of a history when everything is over. */
export interface Stored {
  readonly posts: readonly { id: string; title: string; poll: boolean; score: number; comments: number }[];
  readonly comments: readonly { id: string; text: string }[];
  readonly messages: readonly { id: string; text: string }[];
  readonly votes: readonly { post: string; member: string; value: number }[];
  /** Comments on posts of others: one each. */
  readonly notifications: readonly { text: string; recipient: string }[];
}

export interface History {
  /** Ids of the members, by phone. */
  readonly members: readonly string[];
  readonly writes: readonly Write[];
  /** Those of one phone are in their order. */
  readonly reads: readonly Read[];
  readonly troubles: readonly Trouble[];
  readonly stored: Stored;
}

export type Rule =
  | 'read your writes'
  | 'monotonic reads'
  | 'counts'
  | 'atomic actions'
  | 'order of writes'
  | 'exactly once'
  | 'no stall';

export interface Violation {
  readonly rule: Rule;
  readonly what: string;
}
