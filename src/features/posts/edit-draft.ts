import { type Poll, readPoll } from '#contract/poll-row.ts';
import type { StoredPicture } from '#contract/post-images.ts';
import type { EditPost } from '#contract/posts.ts';
import type { PostReaders } from './edit-queries.ts';
import { audienceOf, type Audience, type DraftText, type PollDraft } from './post-draft.ts';

/** The ids of the post's pictures that the edit removes. */
export const removedOf = ({ removed }: DraftText): string[] => (removed ? removed.split(' ') : []);

const altKey = (id: string): string => `alt:${id}`;

/** The draft's part for a picture that gets another description. */
export const withAlt = (id: string, alt: string): DraftText => ({ [altKey(id)]: alt });

/** Ids of all pictures of the form, as `arrange` reads it. */
export const orderOf = ({ order }: DraftText): string[] => (order ? order.split(' ') : []);

/** The pictures that the post will keep, with their descriptions. */
export const keptOf = (text: DraftText, stored: readonly StoredPicture[]): StoredPicture[] =>
  stored
    .filter(({ id }) => !removedOf(text).includes(id))
    .map((picture) => ({ ...picture, alt: text[altKey(picture.id)] ?? picture.alt ?? null }));

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
export const editedPoll = ({ poll_question, poll_options }: DraftText, { question, options, total }: Poll): PollDraft =>
  total > 0
    ? { question, options }
    : { question: poll_question ?? question, options: poll_options?.split('\n') ?? options };

/** '' without a gif. */
export const gifOf = ({ gif }: DraftText, post: Pick<EditedPost, 'gif_url'>): string => gif ?? post.gif_url ?? '';

export const isPinned = ({ sticky }: DraftText, post: Pick<EditedPost, 'sticky'>): boolean =>
  sticky === undefined ? post.sticky : sticky === 'yes';

export const keepsVideo = ({ video }: DraftText, post: Pick<EditedPost, 'video_url'>): boolean =>
  post.video_url !== null && video !== 'removed';

/**
 * The input of `editPost`: what the draft has and the post has not. `mayPin`: for others a pin in the draft is ignored.
 */
export function toEdit(text: DraftText, post: EditedPost, mayPin: boolean): EditPost {
  const { title = '', description = '' } = text;
  const [gif, removed, pinned] = [gifOf(text, post), removedOf(text), isPinned(text, post)];
  const [order, poll] = [orderOf(text), postPoll(post)];
  const changed = poll && editedPoll(text, poll);
  const changesPoll =
    poll && JSON.stringify([changed?.question, changed?.options]) !== JSON.stringify([poll.question, poll.options]);
  const alts = Object.entries(text).flatMap(([key, alt]) => (key.startsWith('alt:') ? [[key.slice(4), alt]] : []));
  return {
    id: post.id,
    title,
    description,
    ...(gif !== (post.gif_url ?? '') && { gif_url: gif || null }),
    ...(post.video_url !== null && !keepsVideo(text, post) && { video_url: null }),
    ...(removed.length > 0 && { removed_images: removed }),
    ...(order.length > 0 && { order }),
    ...(changesPoll && changed && { poll: { question: changed.question, options: [...changed.options] } }),
    ...(alts.length > 0 && { alts: Object.fromEntries(alts) as Record<string, string> }),
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
  const audience = shared_with === null ? audienceOf({ visibility }) : chosen > 0 ? 'chosen' : 'me';
  return { audience, chosen };
}
