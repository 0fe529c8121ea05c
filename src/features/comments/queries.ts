import { type Comment, type CommentRow, toComment } from '#contract/comment-row.ts';
import { type Rows, useRows } from '#features/replica/use-rows.ts';
import { COMMENTS_SQL } from './comments-sql.ts';

/** The comments of a post on this device, in no order. `isSynced`: the post's streams have synced. */
export const useComments = (postId: string, isSynced: boolean): Rows<Comment> =>
  useRows<CommentRow, Comment>({ sql: COMMENTS_SQL, parameters: [postId], decode: toComment, isSynced });
