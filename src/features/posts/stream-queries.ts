import { useState } from 'react';
import { sessionStore } from '#data/session/session.ts';
import { useIsStaff } from '#features/me/queries.ts';
import { useRows } from '#features/replica/use-rows.ts';
import { useStreams } from '#features/replica/use-streams.ts';
import { useStore } from '#lib/use-store.ts';

/** The author of a post on this device. Parameter: the post's id. */
const AUTHOR_SQL = `SELECT id, user_id FROM posts WHERE id = ?1
  UNION ALL SELECT id, post_author_id FROM notifications WHERE data ->> '$.post_id' = ?1 AND post_author_id IS NOT NULL LIMIT 1`;

const toUserId = (row: { id: string; user_id: string | null }): string | null => row.user_id;

const MEMBER_STREAMS = ['post_own', 'post_chosen', 'post_marks'];
/** Staff read every post, also one of which only its report is on their device. */
const STAFF_STREAMS = ['staff_post'];

/**
 * Opens all streams of one post; true once each has synced. A friends-only post is streamed by its author too; that
 * stream can be opened only when the author is on this device.
 */
export function usePostStreams(postId: string): boolean {
  const isMember = useStore(sessionStore).kind === 'member';
  const isStaff = useIsStaff();
  const { rows, ready } = useRows({ sql: AUTHOR_SQL, parameters: [postId], decode: toUserId });
  const found = isMember ? (rows[0] ?? null) : null;
  // Remembered, because the row disappears when the server removes it, and the stream must stay open to report that.
  const [asked, setAsked] = useState<{ postId: string; author: string } | null>(null);
  const known = asked?.postId === postId ? asked.author : null;
  const author = found ?? known;
  if (found && found !== known) setAsked({ postId, author: found });

  const parameters = { post_id: postId };
  const names = ['post_public', ...(isMember ? MEMBER_STREAMS : []), ...(isStaff ? STAFF_STREAMS : [])];
  const byPost = useStreams(names.map((name) => ({ name, parameters })));
  const byAuthor = useStreams(
    author ? [{ name: 'post_private', parameters: { ...parameters, author_id: author } }] : [],
  );
  return byPost && byAuthor && ready;
}
