import { fromFormer } from './former-drafts.ts';
import type { Picture } from './media.ts';
import { z } from './zod.ts';

const string = z.optional(z.string());
const strings = z.optional(z.array(z.string()));
const flag = z.optional(z.boolean());
const record = z.optional(z.record(z.string(), z.string()));
const words = z.object({ text: string });
const question = { question: z.string(), options: z.array(z.string()) };

/** chosen: some friends; me: only the author. */
const Audience = z.enum(['public', 'friends', 'chosen', 'me']);
export type Audience = z.infer<typeof Audience>;

/** The fields of each form, as its draft has them. Absent: not filled in, or in an edit not changed. */
const FIELDS = {
  post: z.object({
    /** Of an unsent post that became this draft, if other unsent actions depend on it. */
    id: string,
    title: string,
    description: string,
    audience: z.optional(Audience),
    /** Ids of friends. */
    chosen: strings,
    gif_url: string,
    /** The id of its job in the media store. */
    video: string,
    /** isOff: the post has none, and the form shows it again when the member adds one. */
    poll: z.optional(z.object({ ...question, isOff: flag })),
    sticky: flag,
    /** Submitted while its photos were reduced: the id of its post, and how many photos that has. */
    due: z.optional(z.object({ id: z.string(), photos: z.number() })),
  }),
  edit: z.object({
    title: string,
    description: string,
    /** '' removes it. */
    gif_url: string,
    removesVideo: flag,
    removed_images: strings,
    order: strings,
    alts: record,
    poll: z.optional(z.partial(z.object(question))),
    sticky: flag,
  }),
  /** id: as that of a post. */
  comment: z.object({ id: string, text: string, parent: string }),
  'edit-comment': words,
  message: words,
  report: z.object({ text: string, reason: string }),
  removal: words,
  /** Only what was changed. */
  profile: z.object({ changes: record }),
  contact: z.object({ name: string, email: string, message: string }),
  ad: z.object({
    ...{ title: string, type: string, destination: string, image: string, mobileImage: string },
    ...{ start: string, end: string, active: string, client: string, id: string },
  }),
} as const;

export type DraftKind = keyof typeof FIELDS;
export type FieldsOf<Kind extends DraftKind> = z.infer<(typeof FIELDS)[Kind]>;

/** The form of a draft and what it is about: 'post', 'edit:<post>', 'comment:<post>', 'message:<member>', 'ad:new' … */
export type Place<Kind extends DraftKind = DraftKind> = Kind | `${Kind}:${string}`;
export type KindOf<P extends Place> = P extends `${infer Kind extends DraftKind}:${string}`
  ? Kind
  : P extends DraftKind
    ? P
    : never;

/** Unfinished input of one form. */
export interface DraftOf<Kind extends DraftKind> {
  id: string;
  kind: Kind;
  place: Place<Kind>;
  fields: FieldsOf<Kind>;
  files: Picture[];
  /** Milliseconds since 1970. */
  changed_at: number;
}
export type Draft = { [Kind in DraftKind]: DraftOf<Kind> }[DraftKind];

/** A draft as it is stored. */
export interface DraftRow {
  id: string;
  place: string;
  /** Its fields; of a former release all of them are texts (former-drafts.ts). */
  text: unknown;
  files: Picture[];
  changed_at: number;
}

/** Where a form shows what cannot be read: the member decides what becomes of it. */
const LARGEST: Readonly<Record<DraftKind, string>> = {
  ...{ post: 'description', edit: 'description', comment: 'text', 'edit-comment': 'text', message: 'text' },
  ...{ report: 'text', removal: 'text', profile: 'about', contact: 'message', ad: 'title' },
};

type Bag = Readonly<Record<string, unknown>>;

/** All texts in a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value) as Bag).flatMap(textsIn);

/**
 * The fields of a stored draft. Fields of another release are kept, so that it finds them again; a value that cannot be
 * read becomes text of the form.
 */
export function readFields<Kind extends DraftKind>(kind: Kind, stored: unknown): FieldsOf<Kind> {
  const isBag = typeof stored === 'object' && stored !== null && !Array.isArray(stored);
  const fields: Record<string, unknown> = {};
  const unread: string[] = isBag ? [] : textsIn(stored);
  for (const [name, value] of Object.entries(isBag ? fromFormer(kind, stored as Bag) : {})) {
    const parsed = FIELDS[kind].safeParse({ [name]: value });
    if (parsed.success) fields[name] = (parsed.data as Bag)[name] ?? value;
    // The post must not be shown to more members than its author chose.
    else if (name === 'audience') fields[name] = 'me' satisfies Audience;
    else unread.push(...textsIn(value));
  }
  if (unread.length > 0) {
    const of = (kind === 'profile' ? (fields['changes'] ??= {}) : fields) as Record<string, unknown>;
    of[LARGEST[kind]] = [of[LARGEST[kind]], ...unread].filter(Boolean).join('\n');
  }
  return fields as FieldsOf<Kind>;
}

/** Null: of a form that this release does not have. */
export function readDraftRow({ id, place, text, files, changed_at }: DraftRow): Draft | null {
  const kind = (place.split(':', 1)[0] ?? '') as DraftKind;
  if (!(kind in FIELDS)) return null;
  return { id, kind, place, fields: readFields(kind, text), files: files ?? [], changed_at } as Draft;
}

/** The member's own work. A draft with only other fields (audience, parent, pin) is blank. */
const WORK: Readonly<Record<DraftKind, readonly string[]>> = {
  post: ['title', 'description', 'gif_url', 'video', 'poll'],
  edit: ['title', 'description', 'gif_url', 'removesVideo', 'removed_images', 'order', 'alts', 'poll', 'sticky'],
  ...{ comment: ['text'], 'edit-comment': ['text'], message: ['text'], report: ['text'], removal: ['text'] },
  profile: ['changes'],
  contact: ['name', 'email', 'message'],
  // The addresses of its pictures too.
  ad: ['title', 'image', 'mobileImage'],
};

const isWork = (value: unknown): boolean =>
  typeof value === 'boolean' || textsIn(value).some((text) => text.trim() !== '');

export const isBlank = ({ kind, fields, files }: Pick<Draft, 'kind' | 'fields' | 'files'>): boolean =>
  files.length === 0 && WORK[kind].every((name) => !isWork((fields as Bag)[name]));
