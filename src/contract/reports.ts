import { Id } from './ids.ts';
import { text } from './text.ts';
import { z } from './zod.ts';

export const REPORT_REASONS = [
  'spam',
  'harassment',
  'hate',
  'illegal',
  'violence',
  'nudity',
  'self_harm',
  'impersonation',
  'minor_safety',
  'other',
] as const;

export const REPORT_DETAILS_LENGTH = 2000;

const why = { reason: z.enum(REPORT_REASONS), details: text(REPORT_DETAILS_LENGTH) };

/** A report of a post or a member. The server adds the copy of what is reported. */
export const FileReport = z.discriminatedUnion('target_type', [
  z.object({ target_type: z.literal('post'), post_id: Id, ...why }),
  z.object({ target_type: z.literal('member'), target_user_id: Id, ...why }),
]);
export type FileReport = z.infer<typeof FileReport>;
