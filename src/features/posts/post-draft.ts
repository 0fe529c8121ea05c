import { v7 } from 'uuid';
import type { CreatePost } from '#contract/posts.ts';

/** The place of drafts of new posts. */
export const POST_PLACE = 'post';

/** The fields of the composer, as its draft stores them. */
export type DraftText = Record<string, string>;

/** chosen: some friends; me: only the author. */
export type Audience = 'public' | 'friends' | 'chosen' | 'me';

const AUDIENCES: readonly Audience[] = ['public', 'friends', 'chosen', 'me'];

export const audienceOf = ({ visibility }: DraftText): Audience =>
  AUDIENCES.find((known) => known === visibility) ?? 'public';

/** The ids of the chosen friends. */
export const chosenOf = ({ chosen }: DraftText): string[] => (chosen ? chosen.split(' ') : []);

export interface PollDraft {
  question: string;
  options: readonly string[];
}

/** A new poll starts with two options. */
export const EMPTY_POLL: PollDraft = { question: '', options: ['', ''] };

/** Null: the post has no poll. */
export const pollOf = ({ poll, poll_question = '', poll_options = '' }: DraftText): PollDraft | null =>
  poll ? { question: poll_question, options: poll_options.split('\n') } : null;

/** Options are single lines, so a line break separates them. */
export const withPoll = (poll: PollDraft | null): DraftText => ({
  poll: poll ? 'yes' : '',
  poll_question: poll?.question ?? '',
  poll_options: poll?.options.map((option) => option.replaceAll('\n', ' ')).join('\n') ?? '',
});

/** The input of `createPost`. For another member than the ceo, a pin or video in the draft is ignored. */
export function toPost(text: DraftText, isCeo: boolean): CreatePost {
  const { title = '', description = '', gif, video } = text;
  const audience = audienceOf(text);
  const poll = pollOf(text);
  return {
    title,
    description,
    visibility: audience === 'public' ? 'public' : 'friends',
    ...(audience === 'chosen' && { shared_with: chosenOf(text) }),
    ...(audience === 'me' && { shared_with: [] }),
    ...(gif && { gif_url: gif }),
    ...(poll && { poll: { question: poll.question, options: [...poll.options] } }),
    ...(isCeo && video && { video }),
    ...(isCeo && text['sticky'] && { sticky: true }),
  };
}

/** Marks a draft that was submitted while photos are reduced: the id of its post, and how many photos the post has. */
export const asDue = (photos: number): DraftText => ({ due: v7(), due_photos: String(photos) });

/** It was not sent: the member decides. */
export const NOT_DUE: DraftText = { due: '', due_photos: '' };

/** The id of its post; undefined for other drafts. */
export const dueId = ({ due }: DraftText): string | undefined => due || undefined;

/** It has all of its photos. */
export const hasDuePhotos = ({ due_photos }: DraftText, photos: number): boolean => photos === Number(due_photos);
