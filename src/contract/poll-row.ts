/** A poll as its card shows it. */
export interface Poll {
  id: string;
  question: string;
  options: string[];
  /** Votes per option, including the member's own unsent vote. */
  counts: number[];
  total: number;
  /** Index of the option the member voted for; null: no vote yet. */
  mine: number | null;
}

export interface PollRow {
  id: string;
  question: string | null;
  /** JSON array of texts. */
  options: string | null;
  /** JSON array of numbers, which includes the member's own vote; null while there is none. */
  counts: string | null;
  mine: number | null;
}

export function toPoll(row: PollRow): Poll {
  const options = JSON.parse(row.options ?? '[]') as string[];
  const counted = JSON.parse(row.counts ?? '[]') as number[];
  const counts = options.map((_, index) => counted[index] ?? 0);
  return {
    id: row.id,
    question: row.question ?? '',
    options,
    counts,
    total: counts.reduce((sum, count) => sum + count, 0),
    mine: row.mine,
  };
}
