import { text } from './text.ts';
import { z } from './zod.ts';

/** A new poll starts with two options. Characters are code points. */
export const POLL_LIMITS = { question: 300, option: 100, minOptions: 2, maxOptions: 10 } as const;

const filled = (max: number) => z.pipe(text(max), z.string().check(z.minLength(1, { error: 'poll_incomplete' })));

/** A question or an option without text is 'poll_incomplete'. */
export const CreatePoll = z.object({
  question: filled(POLL_LIMITS.question),
  options: z
    .array(filled(POLL_LIMITS.option))
    .check(z.minLength(POLL_LIMITS.minOptions), z.maxLength(POLL_LIMITS.maxOptions)),
});
export type CreatePoll = z.infer<typeof CreatePoll>;
