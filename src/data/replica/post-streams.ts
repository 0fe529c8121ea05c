import { createStore, deriveStore, type Store } from '#lib/store.ts';
import { liveQuery } from './live-query.ts';
import { sessionStore } from '../session/session.ts';
import { openStreams } from './streams.ts';

/** Whose post it is, as far as this device can tell. Parameter: the post's id. */
const AUTHOR_SQL = `SELECT id, user_id FROM posts WHERE id = ?1
  UNION ALL SELECT id, post_author_id FROM notifications WHERE data ->> '$.post_id' = ?1 AND post_author_id IS NOT NULL LIMIT 1`;

const OWN_STREAMS = ['post_own', 'post_chosen', 'post_marks'];

/** All streams of one post while somebody listens; true once the server has said all that it has to say about it to this member. */
export function postStreams(postId: string): Store<boolean> {
  const parameters = { post_id: postId };
  const byId = openStreams((session) =>
    ['post_public', ...(session.kind === 'guest' ? [] : OWN_STREAMS)].map((name) => ({ name, parameters })),
  );
  return deriveStore([byId, friendsOnly(postId)], (one, other) => one && other);
}

/** A friends-only post has to be asked for by its author too. Where nobody here knows the author there is nothing to wait for. */
function friendsOnly(postId: string): Store<boolean> {
  const author = liveQuery<{ id: string; user_id: string }, string>({
    sql: AUTHOR_SQL,
    params: () => [postId],
    decode: (row) => row.user_id,
  });
  const confirmed = createStore(false, { onActive: start });

  function start(): () => void {
    let asked: string | undefined;
    let stop: (() => void) | undefined;
    const follow = () => {
      const { rows, ready } = author.get();
      const authorId = sessionStore.get().kind === 'guest' ? undefined : rows[0];
      if (!ready || (authorId && authorId === asked)) return;
      // Once asked for it stays open: the row may go from under us just because the server has taken it away.
      if (!authorId) return asked ? undefined : confirmed.set(true);
      asked = authorId;
      stop?.();
      const stream = openStreams(() => [
        { name: 'post_private', parameters: { post_id: postId, author_id: authorId } },
      ]);
      const tell = () => confirmed.set(stream.get());
      stop = stream.subscribe(tell);
      tell();
    };
    const unfollow = author.subscribe(follow);
    follow();
    return () => {
      unfollow();
      stop?.();
    };
  }
  return confirmed;
}
