import { v7 } from 'uuid';
import type { CreatePost } from '#contract/posts.ts';
import type { Audience, FieldsOf } from '#contract/drafts.ts';

export type { Audience };

/** The fields of the composer. */
export type PostFields = FieldsOf<'post'>;

export const audienceOf = ({ audience }: PostFields): Audience => audience ?? 'public';

export interface PollDraft {
  question: string;
  options: readonly string[];
}

/** A new poll starts with two options. */
export const EMPTY_POLL: PollDraft = { question: '', options: ['', ''] };

/** Null: the post has no poll. */
export const pollOf = ({ poll }: PostFields): PollDraft | null => (poll && !poll.isOff ? poll : null);

/** Options are single lines. */
export const withPoll = ({ question, options }: PollDraft) => ({
  poll: { question, options: options.map((option) => option.replaceAll('\n', ' ')) },
});

/** The input of `createPost`. For another member than the ceo, a pin or video in the draft is ignored. */
export function toPost(fields: PostFields, isCeo: boolean): CreatePost {
  const { id, title = '', description = '', gif_url, video, sticky, chosen = [] } = fields;
  const audience = audienceOf(fields);
  const poll = pollOf(fields);
  return {
    ...(id && { id }),
    title,
    description,
    visibility: audience === 'public' ? 'public' : 'friends',
    ...(audience === 'chosen' && { shared_with: chosen }),
    ...(audience === 'me' && { shared_with: [] }),
    ...(gif_url && { gif_url }),
    ...(poll && { poll: { question: poll.question, options: [...poll.options] } }),
    ...(isCeo && video && { video }),
    ...(isCeo && sticky && { sticky }),
  };
}

/** Marks a draft that was submitted while photos are reduced. `photos`: how many its post has. */
export const asDue = (photos: number, id = v7()) => ({ due: { id, photos } });

/** It was not sent: the member decides. */
export const NOT_DUE = { due: undefined };
