import { type Author, readAuthor, type Reader } from './author.ts';

/** A comment of a post that has a tag, as private.update_listed_comments writes it. */
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

/** JSON list, written by Postgres. */
export const readTagComments = (json: string | null, reader: Reader): TagComment[] =>
  (JSON.parse(json ?? '[]') as StoredComment[]).map(({ id, user_id, text, created_at, author }) => ({
    id,
    author: readAuthor(author, user_id, reader),
    text,
    created_at,
  }));
