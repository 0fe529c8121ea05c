import type { Write } from './history.ts';

export type DoneWrite = Write & { ended: number };

/** It was accepted on its phone, which then told so. */
export const isDone = (write: Write): write is DoneWrite => write.ended !== undefined && write.ok === true;

/** The n of a title that ends with `v<n>`: an edit raises it. */
export const versionOf = (title: string | undefined): number => Number(/ v(\d+)$/.exec(title ?? '')?.[1] ?? -1);

/** Votes of one phone on one post; `ended` is Infinity, and `value` not certain, after a kill. */
export type OwnVotes = readonly { began: number; ended: number; value: number }[];

/** The value that each vote of one phone leaves, by post: the same button again takes a vote back. */
export function votesOf(own: readonly Write[]): Map<string, OwnVotes> {
  const votes = new Map<string, { began: number; ended: number; value: number }[]>();
  for (const write of own) {
    const { order, began } = write;
    if (order.write !== 'vote' || write.ok === false) continue;
    const list = votes.get(order.target) ?? [];
    const before = list.at(-1)?.value ?? 0;
    list.push({ began, ended: write.ended ?? Infinity, value: before === order.value ? 0 : order.value });
    votes.set(order.target, list);
  }
  return votes;
}
