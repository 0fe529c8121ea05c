import { Id } from './ids.ts';
import type { Picture } from './media.ts';
import { text } from './text.ts';
import { z } from './zod.ts';

/** Characters (code points). Not in the specification: it bounds the size of a thread of 100 comments. */
export const COMMENT_LIMITS = { text: 5000, depth: 4 } as const;

/** The input of the comment form: text or an image. `parent_id` is the comment that it answers, on the same post. */
export const CreateComment = z
  .object({
    /** Of an unsent comment that was edited, and on which others depend. */
    id: z.optional(Id),
    post_id: Id,
    parent_id: z.nullable(Id),
    text: text(COMMENT_LIMITS.text),
    image_url: z.nullable(z.string()),
    /** A picture that becomes `image_url`. */
    image: z.optional(z.custom<Picture>()),
  })
  .check(
    z.refine((comment) => comment.text !== '' || comment.image_url !== null || comment.image !== undefined, {
      message: 'comment_empty',
      path: ['text'],
    }),
  );
export type CreateComment = z.infer<typeof CreateComment>;

/** An edit changes only the text. */
export const EditComment = z.object({ id: Id, text: text(COMMENT_LIMITS.text) });
export type EditComment = z.infer<typeof EditComment>;
