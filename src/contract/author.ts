/** The reader of a row, such as a session. Determines which rows are their own. */
export type Reader = { kind: 'guest' } | { kind: 'member'; userId: string; username: string | null };

/** The public fields of an author, the same everywhere. Computed by private.author_card in Postgres. */
export interface Author {
  username: string;
  profile_image_url: string | null;
  /** 0 Fresh Mag … 4 Veteran. */
  rank: number;
}

export const isOwn = (userId: string, reader: Reader): boolean => reader.kind === 'member' && reader.userId === userId;

/** Decodes `author`: JSON text (replica), an object (server), or null until synced: a fallback name. */
export function readAuthor(value: unknown, userId: string, reader: Reader): Author {
  const card = (typeof value === 'string' ? JSON.parse(value) : value) as Partial<Record<keyof Author, unknown>> | null;
  const ownName = reader.kind === 'member' && reader.userId === userId ? reader.username : null;
  return {
    username: text(card?.username) ?? ownName ?? `user_${userId.slice(0, 8)}`,
    profile_image_url: text(card?.profile_image_url),
    rank: typeof card?.rank === 'number' ? card.rank : 0,
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
