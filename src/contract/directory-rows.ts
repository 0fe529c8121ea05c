import { type Author, readAuthor } from './author.ts';
import { isOfficialName } from './official.ts';

export interface DirectoryPage {
  id: number;
  /** The lowest name of the page, in lower case; null: the official accounts, which come last. */
  startsAt: string | null;
  size: number;
}

export interface DirectoryPageRow {
  id: string;
  starts_at: string | null;
  size: number | null;
}

/** A member whose name is on this device. */
export interface ListedMember {
  id: string;
  author: Author;
  /** The username in lower case: the list's order, the same as on the server. */
  name: string;
  /** City and state, as far as they are public. */
  place: string | null;
  isOfficial: boolean;
  /** Its page; null if only the author card is on this device. */
  page: number | null;
}

export interface ListedMemberRow {
  id: string;
  /** JSON text. */
  author: string | null;
  city: string | null;
  state: string | null;
  is_official: number | null;
  directory_page: number | null;
}

export const toDirectoryPage = ({ id, starts_at, size }: DirectoryPageRow): DirectoryPage => ({
  id: Number(id),
  startsAt: starts_at,
  size: size ?? 0,
});

export function toListedMember(row: ListedMemberRow): ListedMember {
  const author = readAuthor(row.author, row.id, { kind: 'guest' });
  const name = author.username.toLowerCase();
  return {
    id: row.id,
    author,
    name,
    place: [row.city, row.state].filter(Boolean).join(', ') || null,
    isOfficial: row.is_official === 1 || isOfficialName(name),
    page: row.directory_page,
  };
}
