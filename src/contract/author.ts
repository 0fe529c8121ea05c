/** Who reads a row: decides which rows are their own. A session is one. */
export type Reader = { kind: 'guest' } | { kind: 'member'; userId: string; username: string | null };

export const isOwn = (userId: string, reader: Reader): boolean => reader.kind === 'member' && reader.userId === userId;

/** The author's name. Until their profile has synced it is the name that every new profile gets. */
export function authorName(username: string | null, userId: string, reader: Reader): string {
  const own = reader.kind === 'member' && reader.userId === userId ? reader.username : null;
  return username ?? own ?? `user_${userId.slice(0, 8)}`;
}
