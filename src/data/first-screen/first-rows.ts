import type { DrawnPage } from './drawn-page.ts';

/** By the key of their query, which names the account too. */
let kept = new Map<string, readonly unknown[]>();

/**
 * The rows that a page of messages, or a post that was left below its top, showed at the end of the last visit, for its
 * first render: the database opens after that.
 */
export const firstRows = (key: string): readonly unknown[] | undefined => kept.get(key);

/** The entry of the history whose first render shows them: it continues where the app was left. */
let continued: string | undefined;

/** Called before the first render, with the router's key of the entry. */
export const continueEntry = (key: string): void => void (continued = key);

/** The keys of these queries while the entry that is continued is on screen. */
export const firstKeys = (): string[] =>
  continued !== undefined && (history.state as { __TSR_key?: string } | null)?.__TSR_key === continued
    ? [...kept.keys()]
    : [];

export function adoptFirstRows({ rows }: Pick<DrawnPage, 'rows'>): void {
  kept = new Map(rows?.map((one) => [one.key, one.rows]));
}
