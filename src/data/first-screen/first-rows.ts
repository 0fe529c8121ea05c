import type { DrawnPage } from './drawn-page.ts';

/** By the key of their query, which names the account too. */
let kept = new Map<string, readonly unknown[]>();

/**
 * The rows that a page of messages showed at the end of the last visit, for its first render: the database opens after
 * that.
 */
export const firstRows = (key: string): readonly unknown[] | undefined => kept.get(key);

export function adoptFirstRows({ rows }: Pick<DrawnPage, 'rows'>): void {
  kept = new Map(rows?.map((one) => [one.key, one.rows]));
}
