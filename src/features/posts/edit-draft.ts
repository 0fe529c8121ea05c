import { type Poll, readPoll } from '#contract/poll-row.ts';
import type { StoredPicture } from '#contract/post-images.ts';
import type { EditPost } from '#contract/posts.ts';
import type { FieldsOf } from '#contract/drafts.ts';
import type { PostReaders } from './edit-queries.ts';
import type { Audience, PollDraft } from './post-draft.ts';

/** The fields of the edit form. */
export type EditFields = FieldsOf<'edit'>;

/** The pictures that the post will keep, with their descriptions. */
export const keptOf = (
  { removed_images = [], alts = {} }: EditFields,
  stored: readonly StoredPicture[],
): StoredPicture[] =>
  stored
    .filter(({ id }) => !removed_images.includes(id))
    .map((picture) => ({ ...picture, alt: alts[picture.id] ?? picture.alt ?? null }));

interface EditedPost {
  id: string;
  gif_url: string | null;
  video_url: string | null;
  sticky: boolean;
  poll: string | null;
}

/** The poll of the post; null without one, or while it is not on the device. */
export const postPoll = ({ poll }: Pick<EditedPost, 'poll'>): Poll | null => (poll === null ? null : readPoll(poll));

/** A poll with a vote cannot be changed. */
export const editedPoll = ({ poll }: EditFields, { question, options, total }: Poll): PollDraft =>
  total > 0 ? { question, options } : { question, options, ...poll };

/** '' without a gif. */
export const gifOf = ({ gif_url }: EditFields, post: Pick<EditedPost, 'gif_url'>): string =>
  gif_url ?? post.gif_url ?? '';

export const isPinned = ({ sticky }: EditFields, post: Pick<EditedPost, 'sticky'>): boolean => sticky ?? post.sticky;

export const keepsVideo = ({ removesVideo }: EditFields, post: Pick<EditedPost, 'video_url'>): boolean =>
  post.video_url !== null && !removesVideo;

/**
 * The input of `editPost`: what the draft has and the post has not. `mayPin`: for others a pin in the draft is ignored.
 */
export function toEdit(fields: EditFields, post: EditedPost, mayPin: boolean): EditPost {
  const { title = '', description = '', removed_images = [], order = [], alts = {} } = fields;
  const [gif, pinned, poll] = [gifOf(fields, post), isPinned(fields, post), postPoll(post)];
  const changed = poll && editedPoll(fields, poll);
  const changesPoll =
    poll && JSON.stringify([changed?.question, changed?.options]) !== JSON.stringify([poll.question, poll.options]);
  return {
    id: post.id,
    title,
    description,
    ...(gif !== (post.gif_url ?? '') && { gif_url: gif || null }),
    ...(post.video_url !== null && !keepsVideo(fields, post) && { video_url: null }),
    ...(removed_images.length > 0 && { removed_images }),
    ...(order.length > 0 && { order }),
    ...(changesPoll && changed && { poll: { question: changed.question, options: [...changed.options] } }),
    ...(Object.keys(alts).length > 0 && { alts }),
    ...(mayPin && pinned !== post.sticky && { sticky: pinned }),
  };
}

/** Who reads a post, as the composer calls it, and the number of chosen friends. */
export function audienceOfPost({ user_id, visibility, shared_with }: PostReaders): {
  audience: Audience;
  chosen: number;
} {
  const readers = JSON.parse(shared_with ?? '[]') as string[];
  const chosen = readers.filter((id) => id !== user_id).length;
  const audience =
    shared_with === null ? (visibility === 'friends' ? 'friends' : 'public') : chosen > 0 ? 'chosen' : 'me';
  return { audience, chosen };
}
