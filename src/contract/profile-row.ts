/** The fields that a profile shows and whose owner may hide them. */
const SHOWN_FIELDS = ['first_name', 'last_name', 'city', 'state'] as const;
export type PrivateField = (typeof SHOWN_FIELDS)[number];

/** The hidden ones of a column `privacy_settings`: JSON of field name and flag. */
export function readPrivacy(value: string | null): PrivateField[] {
  const flags = (value === null ? {} : JSON.parse(value)) as Record<string, unknown>;
  return SHOWN_FIELDS.filter((field) => flags[field] === true);
}

/** First post count of each rank, 0 Fresh Mag … 4 Veteran (§4). */
const RANK_STARTS = [0, 1, 10, 25, 50] as const;

export function rankOf(postCount: number): number {
  return RANK_STARTS.findLastIndex((start) => postCount >= start);
}

/** How many more posts the next rank needs; null for the last one. */
export function postsToNextRank(postCount: number): number | null {
  const next = RANK_STARTS[rankOf(postCount) + 1];
  return next === undefined ? null : next - postCount;
}
