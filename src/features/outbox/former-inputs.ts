import type { InputOf } from '#contract/action-inputs.ts';
import { videoIdOf } from '#contract/video-name.ts';
import type { StoredAction } from './queries.ts';

type Bag = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): string[] => JSON.parse(textOf(value) || '[]') as string[];

/** The input that a post was created with, from the columns of its rows. */
export function inputOfPost(row: Bag): InputOf<'post'> {
  const { title, description, visibility, shared_with, sticky, gif_url, video_url, user_id, question, options } = row;
  return {
    ...{ title: textOf(title), description: textOf(description) },
    visibility: visibility === 'friends' ? 'friends' : 'public',
    ...(textOf(shared_with) && { shared_with: listOf(shared_with).filter((id) => id !== user_id) }),
    ...(sticky === 1 && { sticky: true }),
    ...(textOf(gif_url) && { gif_url: textOf(gif_url) }),
    // Named by its id: see `holdVideo`.
    ...(textOf(video_url) && { video: videoIdOf(textOf(video_url)) }),
    ...(typeof question === 'string' && { poll: { question, options: listOf(options) } }),
  };
}

/** An edit of a post has only what it changes. */
function inputOfEdit({ ops, entity_id }: StoredAction): Bag {
  const changed = ops.find(({ table, id }) => table === 'posts' && id === entity_id)?.data ?? {};
  const pictures = ops.filter(({ table }) => table === 'post_images');
  const removed = pictures.filter(({ op }) => op === 'DELETE').map(({ id }) => id);
  const alts = pictures.flatMap(({ op, id, data }) =>
    op === 'PATCH' && data && 'alt' in data ? [[id, textOf(data['alt'])]] : [],
  );
  // The pictures that the action places, each at its last position.
  const order: string[] = [];
  const places = new Map(
    pictures.flatMap(({ id, data }) => (data && 'position' in data ? [[id, Number(data['position'])] as const] : [])),
  );
  for (const [id, position] of places) order[position] = id;
  const poll = ops.find(({ table }) => table === 'polls')?.data;
  return {
    ...('title' in changed && { title: textOf(changed['title']) }),
    ...('description' in changed && { description: textOf(changed['description']) }),
    ...('gif_url' in changed && { gif_url: textOf(changed['gif_url']) || null }),
    ...('video_url' in changed && { video_url: null }),
    ...('sticky' in changed && { sticky: Boolean(changed['sticky']) }),
    ...(removed.length > 0 && { removed_images: removed }),
    ...(alts.length > 0 && { alts: Object.fromEntries(alts) as Record<string, string> }),
    ...(order.length > 0 && { order: Array.from(order, (id: string | undefined) => id ?? '') }),
    ...(poll && { poll: { ...poll, ...('options' in poll && { options: listOf(poll['options']) }) } }),
  };
}

/**
 * The input of an action that has none stored, because a former release wrote it: from the columns of its rows, which
 * most kinds name as their forms do. Can be removed when no device has unsent work of a release before this one.
 */
export function formerInput(action: StoredAction): Bag {
  const columns = Object.assign({}, ...action.ops.map(({ data }) => data ?? {})) as Bag;
  if (action.kind === 'post') return inputOfPost(columns);
  if (action.kind === 'edit_post') return inputOfEdit(action);
  const { entity_id: id, subject_id: post_id } = action;
  return { id, ...(action.kind === 'comment' && { post_id }), ...columns };
}
