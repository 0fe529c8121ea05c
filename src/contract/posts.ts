import { Id } from './ids.ts';
import { IMAGE_LIMITS, type Picture } from './media.ts';
import { CreatePoll } from './polls.ts';
import { text } from './text.ts';
import { z } from './zod.ts';

/** Characters (code points, as in Postgres). Not in the specification: they bound a row below the sync limits. */
export const POST_LIMITS = { title: 200, description: 10_000 } as const;

/** As private.is_media_url: https, or a path of this origin. */
const MediaUrl = z
  .string()
  .check(
    z.maxLength(2048),
    z.regex(/^(https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[^\s\\<>"]*)?|\/[A-Za-z0-9._~%-][^\s\\<>"]*)$/),
    z.regex(/^https:|^(?!.*\/(\.|%2e){1,2}([/?#]|$))/i),
  );

/** The most members that a post can be shared with. */
export const MOST_RECIPIENTS = 200;

/** The input of `createPost`. A title, a description, a gif or an image is required: a poll alone is no content. */
export const CreatePost = z
  .object({
    /** Stored in the draft, so that no post is created twice, and that actions which depend on it stay valid. */
    id: z.optional(Id),
    title: text(POST_LIMITS.title),
    description: text(POST_LIMITS.description),
    visibility: z.enum(['public', 'friends']),
    /** The friends who may read a friends-only post. Empty: only the author. Omitted: all friends. */
    shared_with: z.optional(z.array(Id).check(z.maxLength(MOST_RECIPIENTS))),
    gif_url: z.optional(MediaUrl),
    /** The id of a video that was stored for its draft. For the ceo only. */
    video: z.optional(Id),
    /** In their order. */
    images: z.optional(z.array(z.custom<Picture>()).check(z.maxLength(IMAGE_LIMITS.perPost))),
    poll: z.optional(CreatePoll),
    /** Pinned to the top. For the ceo only. */
    sticky: z.optional(z.boolean()),
  })
  .check(
    z.refine((post) => [post.title, post.description, post.gif_url, post.images?.length].some(Boolean), {
      message: 'post_empty',
      path: ['title'],
    }),
  );
export type CreatePost = z.infer<typeof CreatePost>;

/** The input of `editPost`. What is omitted stays; the mutation checks that the post keeps some content. */
export const EditPost = z.object({
  id: Id,
  title: text(POST_LIMITS.title),
  description: text(POST_LIMITS.description),
  /** Null removes it. */
  gif_url: z.optional(z.nullable(MediaUrl)),
  /** A video can only be removed. */
  video_url: z.optional(z.null()),
  /** New ones. */
  images: z.optional(z.array(z.custom<Picture>()).check(z.maxLength(IMAGE_LIMITS.perPost))),
  /** Ids of images to remove. */
  removed_images: z.optional(z.array(Id)),
  /** Picture ids in order, old and new; '' stands for the next of the others. Others follow. */
  order: z.optional(z.array(z.string()).check(z.maxLength(IMAGE_LIMITS.perPost))),
  /** New alternative texts, by the image's id. */
  alts: z.optional(z.record(z.string(), text(IMAGE_LIMITS.alt))),
  /** Of the post's poll, until somebody has voted. */
  poll: z.optional(CreatePoll),
  /** Pinned to the top. For admin and ceo only. */
  sticky: z.optional(z.boolean()),
});
export type EditPost = z.infer<typeof EditPost>;
