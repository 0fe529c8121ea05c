/** Kinds of results, in the order of their tabs. */
export const KINDS = ['posts', 'comments', 'members', 'tags', 'messages'] as const;
export type Kind = (typeof KINDS)[number];
