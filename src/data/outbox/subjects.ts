import { isOfficialName } from '#contract/official.ts';
import { toLabel } from './action.ts';
import type { Member } from './mutation.ts';

interface PostRow {
  title: string | null;
  description: string | null;
  status: string | null;
  comments_locked: number | null;
}

const readPost = ({ db }: Member, id: string): Promise<PostRow | null> =>
  db.getOptional<PostRow>('SELECT title, description, status, comments_locked FROM posts WHERE id = ?', [id]);

const nameOf = (row: PostRow | null): string | null => toLabel(row?.title || row?.description || '') || null;

/** How the outbox names a post: its title, or else its first words. */
export const aboutPost = async (member: Member, postId: string): Promise<string | null> =>
  nameOf(await readPost(member, postId));

/** A post that can be voted and commented on, with its name for the outbox. Null: it does not exist or was removed. */
export async function activePost(
  member: Member,
  postId: string,
): Promise<{ about: string | null; isLocked: boolean } | null> {
  const row = await readPost(member, postId);
  return row && row.status !== 'removed' ? { about: nameOf(row), isLocked: row.comments_locked === 1 } : null;
}

/** How the outbox names another member. */
export async function aboutMember({ db }: Member, userId: string): Promise<string | null> {
  const row = await db.getOptional<{ username: string | null }>(
    `SELECT author ->> '$.username' AS username FROM (SELECT id, author FROM people UNION ALL SELECT id, author FROM profiles_public
     UNION ALL SELECT id, author FROM threads_index UNION ALL SELECT subject_id, json_object('username', substr(about, 2)) FROM outbox
       WHERE kind = 'friend_request' AND about IS NOT NULL) WHERE id = ? LIMIT 1`,
    [userId],
  );
  return row?.username ? `@${row.username}` : null;
}

/** Official accounts cannot be blocked or removed from the friends. */
export async function isOfficialMember(member: Member, userId: string): Promise<boolean> {
  const marked = await member.db.getOptional('SELECT 1 FROM profiles_public WHERE id = ? AND is_official = 1', [
    userId,
  ]);
  return marked !== null || isOfficialName((await aboutMember(member, userId))?.slice(1) ?? '');
}
