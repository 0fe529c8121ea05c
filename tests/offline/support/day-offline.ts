import { addComment } from '#features/comments/mutations.ts';
import { createPost } from '#features/posts/mutations.ts';
import { votePost } from '#features/votes/mutations.ts';
import type { Device } from './device.ts';

/**
 * Creates a member's actions of one day with the app's mutations. `targets` are posts on the server, which are added to
 * the device.
 */
export async function writeDay(
  device: Device,
  { posts, comments, votes }: { posts: number; comments: number; votes: number },
  targets: readonly string[],
): Promise<void> {
  for (const id of targets) {
    // Inserted as if it was synced.
    await device.db.execute('INSERT OR REPLACE INTO ps_data__posts (id, data) VALUES (?, ?)', [
      id,
      JSON.stringify({ title: 'Zeroed', visibility: 'public', status: 'live' }),
    ]);
  }
  const at = (index: number): string => targets[index % targets.length] ?? '';
  const expectOk = async (work: () => Promise<{ ok: boolean }>) => {
    const result = await device.run(work);
    if (!result.ok) throw new Error(JSON.stringify(result));
  };
  for (let n = 0; n < posts; n += 1) {
    const description = `Wind from the left, ${n} clicks. The second string was better than the first.`;
    await expectOk(() => createPost({ title: `String ${n}`, description, visibility: 'public' }));
  }
  for (let n = 0; n < comments; n += 1) {
    await expectOk(() => addComment({ post_id: at(n), parent_id: null, text: `Good group, number ${n} of today.` }));
  }
  for (let n = 0; n < votes; n += 1) await expectOk(() => votePost(at(n), n % 5 === 0 ? -1 : 1));
}
