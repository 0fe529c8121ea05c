import { type Author, readAuthor, type Reader } from './author.ts';

/** The first comment of a post that has a tag, as private.update_listed_comment writes it. */
export interface TagComment {
  id: string;
  author: Author;
  /** About 300 characters around the tag. */
  text: string;
  created_at: string;
}

interface StoredComment extends Pick<TagComment, 'id' | 'text' | 'created_at'> {
  user_id: string;
  author: object;
}

export function readTagComment(json: string | null, reader: Reader): TagComment | null {
  if (!json) return null;
  // Written by Postgres.
  const { id, user_id, text, created_at, author } = JSON.parse(json) as StoredComment;
  return { id, author: readAuthor(author, user_id, reader), text, created_at };
}
