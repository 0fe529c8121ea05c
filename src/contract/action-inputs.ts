import type { EditableKind } from './actions.ts';
import { CreateComment, EditComment } from './comments.ts';
import { SendMessage } from './messages.ts';
import { CreatePost, EditPost } from './posts.ts';
import { FileReport } from './reports.ts';
import type { z } from './zod.ts';

/**
 * The input of each kind that can be edited while it is unsent or after it was rejected. It is stored with the action,
 * as it was typed but without the bytes of pictures, and with a rejection, so that its form opens on any device of the
 * member.
 */
export const INPUTS = {
  post: CreatePost,
  edit_post: EditPost,
  comment: CreateComment,
  edit_comment: EditComment,
  message: SendMessage,
  report: FileReport,
} as const satisfies Record<EditableKind, z.ZodMiniType>;

export type InputOf<Kind extends EditableKind> = z.input<(typeof INPUTS)[Kind]>;
