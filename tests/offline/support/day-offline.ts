import { addComment } from '#features/comments/mutations.ts';
import { createPost } from '#features/posts/mutations.ts';
import { votePost } from '#features/votes/mutations.ts';
import type { Device } from './device.ts';

/** Writes as a member would in a day, with the app's own mutations. `targets`: posts that the server has and this device gets here. */
export async function writeDay(
  device: Device,
  { posts, comments, votes }: { posts: number; comments: number; votes: number },
  targets: readonly string[],
): Promise<void> {
  for (const id of targets) {
    // As the stream would bring it.
    await device.db.execute('INSERT OR REPLACE INTO ps_data__posts (id, data) VALUES (?, ?)', [
      id,
      JSON.stringify({ title: 'Zeroed', visibility: 'public', status: 'live' }),
    ]);
  }
  const at = (index: number): string => targets[index % targets.length] ?? '';
  const must = async (work: () => Promise<{ ok: boolean }>) => {
    const result = await device.act(work);
    if (!result.ok) throw new Error(JSON.stringify(result));
  };
  for (let n = 0; n < posts; n += 1) {
    const description = `Wind from the left, ${n} clicks. The second string was better than the first.`;
    await must(() => createPost({ title: `String ${n}`, description, visibility: 'public' }));
  }
  for (let n = 0; n < comments; n += 1) {
    await must(() => addComment({ post_id: at(n), parent_id: null, text: `Good group, number ${n} of today.` }));
  }
  for (let n = 0; n < votes; n += 1) await must(() => votePost(at(n), n % 5 === 0 ? -1 : 1));
}
