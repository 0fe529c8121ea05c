import { Id } from './ids.ts';
import { text } from './text.ts';
import { z } from './zod.ts';

/** Characters (code points). The specification shows no limit; this keeps a thread of 100 comments within what a phone syncs gladly. */
export const COMMENT_LIMITS = { text: 5000, depth: 4 } as const;

/** What the comment form hands on. Some text, or an image. `parent_id` names the comment that it answers, on the same post. */
export const CreateComment = z
  .object({
    post_id: Id,
    parent_id: z.nullable(Id),
    text: text(COMMENT_LIMITS.text),
    image_url: z.nullable(z.string()),
  })
  .check(
    z.refine((comment) => comment.text !== '' || comment.image_url !== null, {
      message: 'comment_empty',
      path: ['text'],
    }),
  );
export type CreateComment = z.infer<typeof CreateComment>;

/** Editing changes the words and nothing else. */
export const EditComment = z.object({ text: text(COMMENT_LIMITS.text) });
export type EditComment = z.infer<typeof EditComment>;
