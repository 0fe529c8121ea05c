import type { InlineColumn } from './actions.ts';
import { COMMENT_LIMITS } from './comments.ts';
import { MESSAGE_LENGTH } from './messages.ts';
import { REPORT_DETAILS_LENGTH } from './reports.ts';
import { text } from './text.ts';
import { z } from './zod.ts';

const filled = (max: number, message: string) => text(max).check(z.refine((value) => value !== '', { error: message }));

/** The field of an unsent action that can be edited in the outbox, by column, with the schema of its form. */
export const INLINE_EDITS = {
  content: filled(MESSAGE_LENGTH, 'message_blank'),
  text: filled(COMMENT_LIMITS.text, 'comment_empty'),
  details: text(REPORT_DETAILS_LENGTH),
} as const satisfies Record<InlineColumn, unknown>;
