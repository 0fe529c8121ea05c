import { MOST_AT_ONCE } from './action-limits.ts';
import { Id } from './ids.ts';
import { text } from './text.ts';
import { z } from './zod.ts';

/** A reason for deleting a post, and a note on a case. */
export const NOTE_LENGTH = 500;

/** What staff set on a post: the column and the wanted state. */
export const POST_SWITCHES = ['flagged', 'comments_locked', 'sticky'] as const;
export type PostSwitch = (typeof POST_SWITCHES)[number];

export const ModeratePost = z.object({ id: Id, field: z.enum(POST_SWITCHES), on: z.boolean() });

export const RemovePost = z.object({
  id: Id,
  reason: text(NOTE_LENGTH).check(z.refine((value) => value !== '', { message: 'invalid_input' })),
});

/** Of one action. */
export const MOST_REPORTS = MOST_AT_ONCE;

export const CloseReports = z.object({
  ids: z.array(Id).check(z.minLength(1), z.maxLength(MOST_REPORTS)),
  note: text(NOTE_LENGTH),
});
