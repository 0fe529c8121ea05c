import { type Author, readAuthor } from './author.ts';

/** The signed-in member as the shell shows them: an author, of whom nothing is hidden. */
export interface Me extends Author {
  id: string;
  role: string;
}

/** `my_profile` with the author card, which follows a change of one's own only when the server has answered. */
export interface MeRow {
  id: string;
  username: string | null;
  profile_image_url: string | null;
  role: string | null;
  author: string | null;
}

export const toMe = ({ id, username, profile_image_url, role, author }: MeRow): Me => ({
  ...readAuthor(author, id, { kind: 'guest' }),
  ...{ id, username: username ?? '', profile_image_url, role: role ?? 'user' },
});
