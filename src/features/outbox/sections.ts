import type { StoredAction } from './queries.ts';

export type SectionState = 'refused' | 'sending' | 'queued' | 'sent';

export interface OutboxGroup {
  kind: string;
  /** One, or several marks of the same kind in one line. */
  items: StoredAction[];
}

export interface OutboxSection {
  state: SectionState;
  count: number;
  groups: OutboxGroup[];
}

/** Marks carry no words of their own: from the third on, one line stands for all of a kind. */
const MARKS = new Set(['vote', 'like', 'poll_vote']);
const TOO_MANY = 3;

const ORDER: readonly SectionState[] = ['refused', 'sending', 'queued', 'sent'];

/** What needs the member first, then what is on its way, then what waits, then what is not
 * confirmed; each oldest first. One stamp stands for a section. */
export function toSections(items: readonly StoredAction[]): OutboxSection[] {
  return ORDER.flatMap((state) => {
    const mine = items.filter((item) => item.state === state);
    return mine.length === 0 ? [] : [{ state, count: mine.length, groups: toGroups(mine, state) }];
  });
}

function toGroups(items: readonly StoredAction[], state: SectionState): OutboxGroup[] {
  const groups: OutboxGroup[] = [];
  for (const item of items) {
    const alike = items.filter(({ kind }) => kind === item.kind).length;
    // What was refused has a reason of its own, so it always stands alone.
    const isGrouped = state !== 'refused' && MARKS.has(item.kind) && alike >= TOO_MANY;
    const found = isGrouped ? groups.find(({ kind }) => kind === item.kind) : undefined;
    if (found) found.items.push(item);
    else groups.push({ kind: item.kind, items: [item] });
  }
  return groups;
}

/** "2 posts, 1 message": what waits, by kind, in the order in which each first appears. */
export function countKinds(items: readonly StoredAction[], many: (kind: string, count: number) => string): string[] {
  const counts = new Map<string, number>();
  for (const { kind } of items) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => many(kind, count));
}
