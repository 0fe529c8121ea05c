import { FEED_TABS, type FeedTab } from '#contract/feed-tabs.ts';

export interface FeedSearch {
  /** Absent: main, so that the feed has one address. */
  tab?: Exclude<FeedTab, 'main'> | undefined;
}

/** The feed's search as the address gives it; a tab that does not exist is the main one. */
export function feedSearch({ tab }: Record<string, unknown>): FeedSearch {
  const known = FEED_TABS.find((name) => name === tab);
  return { tab: known === 'main' ? undefined : known };
}
