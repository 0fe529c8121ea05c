import { useState } from 'react';
import type { Source } from '#data/replica/streams.ts';
import { sessionStore } from '#data/session/session.ts';
import { useIsStaff } from '#features/me/queries.ts';
import { useLive } from '#features/replica/use-live.ts';
import { useStore } from '#lib/use-store.ts';

/** The author of a post on this device. Parameter: the post's id. */
const AUTHOR_SQL = `SELECT id, user_id FROM posts WHERE id = ?1
  UNION ALL SELECT id, post_author_id FROM notifications WHERE data ->> '$.post_id' = ?1 AND post_author_id IS NOT NULL LIMIT 1`;

const toUserId = (row: { id: string; user_id: string | null }): string | null => row.user_id;

const MEMBER_STREAMS = ['post_own', 'post_chosen', 'post_marks'];
/** Staff read every post, also one of which only its report is on their device. */
const STAFF_STREAMS = ['staff_post'];

const NONE: readonly Source[] = [];

/** A post's streams; none for null. A friends-only post's author has one too, if their row is here. */
export function usePostStreams(postId: string | null): readonly Source[] {
  const isMember = useStore(sessionStore).kind === 'member';
  const isStaff = useIsStaff();
  const { rows, ready } = useLive(postId === null ? null : { sql: AUTHOR_SQL, parameters: [postId], decode: toUserId });
  const found = isMember ? (rows[0] ?? null) : null;
  // Remembered, because the row disappears when the server removes it, and the stream must stay open to report that.
  const [asked, setAsked] = useState<{ postId: string | null; author: string } | null>(null);
  const known = isMember && asked?.postId === postId ? asked.author : null;
  const author = found ?? known;
  if (found && found !== known) setAsked({ postId, author: found });

  if (postId === null) return NONE;
  const parameters = { post_id: postId };
  const names = ['post_public', ...(isMember ? MEMBER_STREAMS : []), ...(isStaff ? STAFF_STREAMS : [])];
  return [
    ...names.map((name) => ({ name, parameters })),
    ...(author ? [{ name: 'post_private', parameters: { ...parameters, author_id: author } }] : []),
    ...(ready ? [] : ['unknown' as const]),
  ];
}
