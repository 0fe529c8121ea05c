import { Id } from './ids.ts';
import { text } from './text.ts';
import { z } from './zod.ts';

/** Characters; the specification names no maximum. */
export const MESSAGE_LENGTH = 4000;

/** The input of a thread. Blank text is ignored (§5), and rejected here and by the database. */
export const SendMessage = z.object({
  recipient_id: Id,
  content: text(MESSAGE_LENGTH).check(z.refine((value) => value !== '', { message: 'message_blank' })),
});
export type SendMessage = z.infer<typeof SendMessage>;
