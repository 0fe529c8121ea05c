import type { InputOf } from '#contract/action-inputs.ts';
import type { FieldsOf, Place } from '#contract/drafts.ts';
import { arrange } from '#contract/edited-pictures.ts';
import type { Picture } from '#contract/media.ts';
import type { StoredAction } from './queries.ts';
import { formerInput } from './former-inputs.ts';

/** The screen on which an action is edited. */
export type EditPlace =
  | { to: '/create-post' }
  | { to: '/edit/$id'; params: { id: string } }
  | { to: '/profile'; search: { edit: true } }
  | { to: '/posts/$postId'; params: { postId: string } };

/** What the form of an action had. */
export const inputOf = (action: StoredAction): Readonly<Record<string, unknown>> => action.input ?? formerInput(action);

/** The fields of the composer for an unsent post. */
export function fieldsOfPost(input: Partial<InputOf<'post'>>): FieldsOf<'post'> {
  const { visibility, shared_with, id: _, images: __, ...same } = input;
  const chosen = Array.isArray(shared_with) ? shared_with : null;
  const audience = visibility !== 'friends' ? 'public' : !chosen ? 'friends' : chosen.length > 0 ? 'chosen' : 'me';
  return { ...same, audience, ...(audience === 'chosen' && { chosen: chosen ?? [] }) };
}

function fieldsOfEdit(input: Partial<InputOf<'edit_post'>>): FieldsOf<'edit'> {
  const { id: _, images: __, gif_url, video_url, ...same } = input;
  return {
    ...same,
    ...(gif_url !== undefined && { gif_url: gif_url ?? '' }),
    ...(video_url === null && { removesVideo: true }),
  };
}

/** The pictures that an action adds to a post; undefined for other kinds. Those of its post may be unsent too. */
export const addedBy = ({ kind, ops }: StoredAction): string[] | undefined =>
  kind === 'post' || kind === 'edit_post'
    ? ops.flatMap(({ op, table, id }) => (op === 'PUT' && table === 'post_images' ? [id] : []))
    : undefined;

/** What the form of an unsent post or comment has, with its edits, which are not sent either. */
export function withEdits(action: StoredAction, edits: readonly StoredAction[]): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = { ...inputOf(action) };
  for (const edit of edits) {
    const { title, description, text, gif_url, video_url, poll, sticky } = inputOf(edit);
    for (const [name, value] of Object.entries({ title, description, text, sticky }))
      if (value !== undefined) input[name] = value;
    if (gif_url !== undefined) input['gif_url'] = gif_url ?? '';
    if (video_url === null) input['video'] = '';
    if (poll) input['poll'] = { ...Object(input['poll']), ...poll };
  }
  return input;
}

/** The pictures of an unsent post after its edits. `held`: those that the post and its edits add. */
export const picturesWithEdits = (held: readonly Picture[], edits: readonly StoredAction[]): Picture[] =>
  edits.reduce<Picture[]>(
    (before, edit) => {
      const { removed_images = [], alts = {}, order = [] } = inputOf(edit) as Partial<InputOf<'edit_post'>>;
      const added = addedBy(edit) ?? [];
      const stay = before
        .filter(({ id }) => !removed_images.includes(id))
        .map((picture) => ({ ...picture, alt: alts[picture.id] ?? picture.alt }));
      return arrange([...stay, ...held.filter(({ id }) => added.includes(id))], order);
    },
    held.filter(({ id }) => !edits.some((edit) => addedBy(edit)?.includes(id))),
  );

/** The draft with which the form of an action opens as it was left. */
export function draftOf(action: StoredAction): {
  place: Place;
  fields: FieldsOf<'post' | 'edit' | 'comment'>;
  to: EditPlace;
} {
  const { kind, entity_id } = action;
  const input = inputOf(action);
  if (kind === 'post') return { place: 'post', fields: fieldsOfPost(input), to: { to: '/create-post' } };
  if (kind === 'edit_post') {
    return {
      place: `edit:${entity_id}`,
      fields: fieldsOfEdit(input),
      to: { to: '/edit/$id', params: { id: entity_id } },
    };
  }
  const { post_id = action.subject_id ?? '', parent_id, text } = input as Partial<InputOf<'comment'>>;
  const fields = { ...(text !== undefined && { text }), ...(parent_id && { parent: parent_id }) };
  return { place: `comment:${post_id}`, fields, to: { to: '/posts/$postId', params: { postId: post_id } } };
}
