import { z } from './zod.ts';

/** A UUID in lower case, as Postgres prints it: version 7 (time-ordered), version 5 for pairs (deterministic). */
export const Id = z.uuid().check(z.toLowerCase());

/**
 * Namespaces of version 5 ids: the id of a pair is `uuidv5(`${one}:${other}`, namespace)`, with both ids in lower case,
 * so that a double tap and two devices create the same row. The database computes it too and rejects every other id.
 * Order: post, comment or poll first, then the member.
 */
export const PAIR_NAMESPACES = {
  post_vote: '0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a01',
  comment_like: '0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a02',
  poll_vote: '0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a03',
  /** A friendship is two rows, a request one: user_id first, then friend_id. */
  friendship: '0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a04',
  saved_post: '0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a05',
} as const;
