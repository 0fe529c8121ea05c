import type { Comment } from '#contract/comment-row.ts';

export interface ThreadEntry {
  comment: Comment;
  /** 0 for a comment, 1 to 4 for replies, as on the server. */
  depth: number;
}

const MAX_DEPTH = 4;

/** Sorts oldest first, replies below parents (orphans on top), unsent as newest, hidden only above visible replies. */
export function toThread(comments: readonly Comment[]): ThreadEntry[] {
  const known = new Set(comments.map(({ id }) => id));
  const children = new Map<string | null, Comment[]>();
  for (const comment of [...comments].sort(byAge)) {
    const parent = comment.parent_id !== null && known.has(comment.parent_id) ? comment.parent_id : null;
    const list = children.get(parent);
    if (list) list.push(comment);
    else children.set(parent, [comment]);
  }
  const entries: ThreadEntry[] = [];
  const add = (parent: string | null, depth: number) => {
    for (const comment of children.get(parent) ?? []) {
      entries.push({ comment, depth });
      const before = entries.length;
      add(comment.id, Math.min(depth + 1, MAX_DEPTH));
      if (comment.hidden !== null && entries.length === before) entries.pop();
    }
  };
  add(null, 0);
  return entries;
}

/** By code unit: for times and ids the same order as `localeCompare`, without its rules of language. */
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const byAge = (one: Comment, other: Comment): number =>
  Number(one.isNew) - Number(other.isNew) || compare(one.created_at, other.created_at) || compare(one.id, other.id);
