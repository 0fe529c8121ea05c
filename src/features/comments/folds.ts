import type { Comment } from '#contract/comment-row.ts';
import type { ThreadEntry } from './thread.ts';

export type ThreadItem =
  | { kind: 'comment'; key: string; comment: Comment; depth: number }
  /** A button for the replies to `parent` that are folded. */
  | { kind: 'fold'; key: string; parent: Comment; depth: number; count: number; isOpen: boolean };

/** Of more direct replies than one above this number, only so many are shown. */
const SHOWN_REPLIES = 3;
/** Replies this deep are folded, whatever their number. */
const DEEP = 3;
/** A button for a single short reply would be as tall as the reply. */
const LEAST = 2;

/**
 * Folds long and deep threads to first replies and a button. `isOpen`: the reader has opened this comment's replies.
 */
export function foldThread(entries: readonly ThreadEntry[], isOpen: (parentId: string) => boolean): ThreadItem[] {
  const items: ThreadItem[] = [];
  /** Adds the entries from `start` to before `end`, which are the replies to `parent` with their own replies. */
  const add = (start: number, end: number, parent: Comment | null) => {
    const replies = directReplies(entries, start, end);
    const depth = entries[start]?.depth ?? 0;
    const shown = !parent
      ? Infinity
      : depth >= DEEP
        ? 0
        : replies.length > SHOWN_REPLIES + 1
          ? SHOWN_REPLIES
          : Infinity;
    const first = replies[shown];
    const count = first === undefined ? 0 : countVisible(entries, first, end);
    for (const [at, from] of replies.entries()) {
      if (parent && from === first && count >= LEAST) {
        const fold = { parent, depth, count, isOpen: isOpen(parent.id) };
        items.push({ kind: 'fold', key: `fold:${parent.id}`, ...fold });
        if (!fold.isOpen) return;
      }
      const entry = entries[from];
      if (!entry) return;
      items.push({ kind: 'comment', key: entry.comment.id, ...entry });
      add(from + 1, replies[at + 1] ?? end, entry.comment);
    }
  };
  add(0, entries.length, null);
  return items;
}

/** Where the entries begin that are at the lowest depth of this part. */
function directReplies(entries: readonly ThreadEntry[], start: number, end: number): number[] {
  const depth = entries[start]?.depth ?? 0;
  const found: number[] = [];
  for (let at = start; at < end; at += 1) if ((entries[at]?.depth ?? 0) <= depth) found.push(at);
  return found;
}

function countVisible(entries: readonly ThreadEntry[], start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) if (entries[at]?.comment.hidden === null) count += 1;
  return count;
}

/** The ids of the comments that this one answers, directly or not. */
export function ancestorsOf(comments: ReadonlyMap<string, Comment>, id: string): string[] {
  const found: string[] = [];
  for (let parent = comments.get(id)?.parent_id; parent && !found.includes(parent);) {
    found.push(parent);
    parent = comments.get(parent)?.parent_id;
  }
  return found;
}
