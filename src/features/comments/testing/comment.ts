import { readAuthor } from '#contract/author.ts';
import type { Comment } from '#contract/comment-row.ts';

export const comment = (id: string, minute: number, parent_id: string | null = null, isNew = false): Comment => ({
  id,
  parent_id,
  isNew,
  user_id: 'u',
  text: id,
  images: [],
  isImageMissing: false,
  created_at: `2026-11-21T10:${String(minute).padStart(2, '0')}:00Z`,
  isEdited: false,
  author: readAuthor(null, 'u', { kind: 'guest' }),
  liked: false,
  likes: 0,
  state: null,
  refusal: null,
  held_at: null,
  mine: false,
  hidden: null,
});
export const hidden = (...args: Parameters<typeof comment>): Comment => ({ ...comment(...args), hidden: 'blocked' });
