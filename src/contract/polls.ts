import { text } from './text.ts';
import { z } from './zod.ts';

/** A new poll starts with two options. Characters are code points. */
export const POLL_LIMITS = { question: 300, option: 100, minOptions: 2, maxOptions: 10 } as const;

/** 'Poll question and all options must be filled.' is the one sentence for all that may be wrong here. */
export const CreatePoll = z.object({
  question: text(POLL_LIMITS.question).pipe(z.string().min(1)),
  options: z
    .array(text(POLL_LIMITS.option).pipe(z.string().min(1)))
    .min(POLL_LIMITS.minOptions)
    .max(POLL_LIMITS.maxOptions),
});
export type CreatePoll = z.infer<typeof CreatePoll>;
