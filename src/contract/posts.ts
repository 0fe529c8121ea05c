import { Id } from './ids.ts';
import { text } from './text.ts';
import { z } from './zod.ts';

export const VISIBILITIES = ['public', 'friends'] as const;
export const Visibility = z.enum(VISIBILITIES);

/** Where a post stands on the server: `pending_media` until every file is in, then `live`; `removed` by its author or staff. */
export const POST_STATUSES = ['live', 'pending_media', 'removed'] as const;
export const PostStatus = z.enum(POST_STATUSES);

/** Characters (Unicode code points, as Postgres counts). The specification names no maximum for posts; these keep one row well under the sync limits. */
export const POST_LIMITS = { title: 200, description: 10_000 } as const;

/** What the composer hands to `createPost`. At least a title or a description (later also a gif or image) is required. */
export const CreatePost = z
  .object({
    title: text(POST_LIMITS.title),
    description: text(POST_LIMITS.description),
    visibility: Visibility,
  })
  .check(z.refine((post) => post.title !== '' || post.description !== '', { message: 'post_empty', path: ['title'] }));
export type CreatePost = z.infer<typeof CreatePost>;

/** What the edit form hands on: the words. `has_media` says that the post shows something even without them. */
export const EditPost = z
  .object({
    title: text(POST_LIMITS.title),
    description: text(POST_LIMITS.description),
    has_media: z.boolean(),
  })
  .check(
    z.refine((post) => post.has_media || post.title !== '' || post.description !== '', {
      message: 'post_empty',
      path: ['title'],
    }),
  );
export type EditPost = z.infer<typeof EditPost>;

/** A post as the replica and REST give it. */
export const Post = z.object({
  id: Id,
  user_id: Id,
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  visibility: Visibility,
  status: PostStatus,
  created_at: z.string(),
});
export type Post = z.infer<typeof Post>;
