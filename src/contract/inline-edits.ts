import { COMMENT_LIMITS } from './comments.ts';
import { MESSAGE_LENGTH } from './messages.ts';
import { Username } from './profile.ts';
import { REPORT_DETAILS_LENGTH } from './reports.ts';
import { text } from './text.ts';
import { z } from './zod.ts';

const filled = (max: number, message: string) => text(max).check(z.refine((value) => value !== '', { error: message }));

/** The one field of an unsent entry that can be corrected in the outbox, by column, with the rule of its own form. */
export const INLINE_EDITS = {
  content: filled(MESSAGE_LENGTH, 'message_blank'),
  text: filled(COMMENT_LIMITS.text, 'comment_empty'),
  details: text(REPORT_DETAILS_LENGTH),
  username: Username,
} as const;
