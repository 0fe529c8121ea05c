import { traitsOf } from '#contract/actions.ts';
import type { StoredAction } from './queries.ts';

export type SectionState = 'refused' | 'sending' | 'queued' | 'sent';

export interface OutboxGroup {
  kind: string;
  /** One action, or several of the same kind in one line. */
  items: StoredAction[];
}

export interface OutboxSection {
  state: SectionState;
  count: number;
  groups: OutboxGroup[];
}

/** So many of a grouped kind share one line. */
const GROUP_FROM = 3;

const ORDER: readonly SectionState[] = ['refused', 'sending', 'queued', 'sent'];

/** Sections by state: rejected, sending, queued, sent without confirmation; oldest first. */
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
    // Each rejected action has its own reason, so it is never grouped.
    const isGrouped = state !== 'refused' && traitsOf(item.kind).grouped && alike >= GROUP_FROM;
    const found = isGrouped ? groups.find(({ kind }) => kind === item.kind) : undefined;
    if (found) found.items.push(item);
    else groups.push({ kind: item.kind, items: [item] });
  }
  return groups;
}

/** Counts by kind, such as "2 posts", in the order in which the kinds first appear. */
export function countKinds(items: readonly StoredAction[], many: (kind: string, count: number) => string): string[] {
  const counts = new Map<string, number>();
  for (const { kind } of items) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => many(kind, count));
}
