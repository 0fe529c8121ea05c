import { addComment, deleteComment, editComment, likeComment } from '#features/comments/mutations.ts';
import { acceptFriendRequest, declineFriendRequest, sendFriendRequest, unfriend } from '#features/friends/mutations.ts';
import { markThreadRead, sendMessage } from '#features/messages/mutations.ts';
import { blockMember, unblockMember } from '#features/safety/mutations.ts';
import { deletePost } from '#features/post-actions/mutations.ts';
import { createPost, editPost } from '#features/posts/mutations.ts';
import { votePost } from '#features/votes/mutations.ts';
import type { Device } from '../../offline/support/device.ts';
import type { Random } from '../../support/random.ts';

export const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[random(list.length)];

let written = 0;

/** Runs a random mutation with the rows that are on the device now. */
export async function runRandomAction(device: Device, others: readonly string[], random: Random): Promise<void> {
  const one = async (table: string, where = '1') => {
    const rows = await device.db.getAll<{ id: string }>(`SELECT id FROM ${table} WHERE ${where} ORDER BY id`);
    return pick(random, rows)?.id;
  };
  const mine = `user_id = '${device.userId}'`;
  const other = pick(random, others)!;
  const post = await one('posts');
  const ownPost = await one('posts', mine);
  const comment = await one('comments');
  const ownComment = await one('comments', mine);
  const text = `text ${(written += 1)}`;
  const visibility = random(3) === 0 ? 'friends' : 'public';
  const actions: [number, string | undefined, (id: string) => Promise<unknown>][] = [
    [6, text, (title) => createPost({ title, description: '', visibility })],
    [6, post, (post_id) => addComment({ post_id, parent_id: null, text })],
    [2, comment, (id) => reply(device, id, text)],
    [6, post, (id) => votePost(id, random(2) === 0 ? 1 : -1)],
    [4, comment, (id) => likeComment(id, random(3) > 0)],
    [3, ownPost, (id) => editPost({ id, title: text, description: 'edited' })],
    [2, ownComment, (id) => editComment({ id, text })],
    [2, ownPost, deletePost],
    [2, ownComment, deleteComment],
    [4, other, (recipient_id) => sendMessage({ recipient_id, content: text })],
    [2, other, markThreadRead],
    [2, other, sendFriendRequest],
    [2, other, acceptFriendRequest],
    [1, other, declineFriendRequest],
    [1, other, unfriend],
    [1, other, blockMember],
    [2, other, unblockMember],
  ];
  const possible = actions.flatMap(([weight, id, work]) =>
    id ? Array.from({ length: weight }, () => () => work(id)) : [],
  );
  // Mutations that fail on the device (not friends, already liked) count too.
  await device.run(pick(random, possible)!);
}

async function reply(device: Device, id: string, text: string): Promise<unknown> {
  const row = await device.db.getOptional<{ post_id: string }>('SELECT post_id FROM comments WHERE id = ?', [id]);
  return row && addComment({ post_id: row.post_id, parent_id: id, text });
}
