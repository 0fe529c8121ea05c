import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Profile } from './queries.ts';
import { closeReplica } from '#data/connection/lifecycle.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { openedReplica, setReplicaOpener } from '#data/replica/replica.ts';
import type { StreamRequest } from '#data/replica/streams.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import { useProfilePosts } from './queries.ts';

/** Pages of older posts that were asked for. */
const asked = new Set<unknown>();

// There is no server here: each stream is complete at once.
vi.mock('#data/replica/streams.ts', async (original) => ({
  ...(await original<object>()),
  syncedSince(sources: readonly (StreamRequest | string)[]) {
    for (const source of sources) {
      const asks = typeof source === 'string' ? undefined : source.parameters['page'];
      if (asks !== undefined) asked.add(asks);
    }
    return { get: () => 1, subscribe: () => () => {} };
  },
}));

const author = crypto.randomUUID();

function Posts() {
  const { posts, complete } = useProfilePosts({ id: author, mine: false } as Profile);
  return <p>{complete ? `complete: ${posts.map(({ title }) => title).join()}` : 'loading'}</p>;
}

test('60: older posts of a member are loaded when the newest were deleted, page by page', async () => {
  setReplicaOpener(() => import('#data/connection/lifecycle.ts'));
  const account = crypto.randomUUID();
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
  const replica = await openedReplica();
  if (!replica) throw new Error('No database was opened.');
  const id = `${author}:public`;
  await showRow(replica.db, 'author_pages', id, { user_id: author, visibility: 'public', page_count: 3 });
  await render(<Posts />);
  await expect.poll(() => [...asked]).toEqual([3, 2, 1]);
  await expect.element(page.getByText('complete:')).toBeVisible();
  await closeReplica({ wipe: true });
  adoptSession(GUEST);
});
