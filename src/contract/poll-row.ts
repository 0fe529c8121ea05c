export interface Poll {
  question: string;
  options: readonly string[];
  /** Votes per option, including the member's own unsent vote. */
  counts: readonly number[];
  total: number;
  /** Index of the option the member voted for; null: no vote yet. */
  mine: number | null;
}

/** JSON list: question, options, votes per option or null, the member's own option or null. */
type Stored = readonly [string, readonly string[], readonly number[] | null, (number | null)?];

/** One column, so that options, counts and the own vote are always of the same moment. */
export function readPoll(poll: string): Poll {
  const [question, options, counted, mine = null] = JSON.parse(poll) as Stored;
  const counts = options.map((_, index) => counted?.[index] ?? 0);
  return { question, options, counts, total: counts.reduce((sum, count) => sum + count, 0), mine };
}
