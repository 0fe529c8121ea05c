import { type Comment, type CommentRow, toComment } from '#contract/comment-row.ts';
import { type Live, useLive } from '#features/replica/use-live.ts';
import type { Source } from '#data/replica/streams.ts';
import { COMMENTS_SQL } from './comments-sql.ts';

/** The comments of a post on this device, in no order. `sources`: the streams of the post. */
export const useComments = (postId: string | null, sources: readonly Source[]): Live<Comment> =>
  useLive<CommentRow, Comment>(
    postId === null ? null : { sql: COMMENTS_SQL, parameters: [postId], decode: toComment, sources },
  );
