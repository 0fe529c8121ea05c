import { FEED_TABS, type FeedTab } from '#contract/feed-tabs.ts';

export interface FeedSearch {
  /** Omitted for the main tab, so that the feed has one address. */
  tab?: Exclude<FeedTab, 'main'> | undefined;
}

/** Parses the feed's search parameters; an unknown tab becomes the main one. */
export function feedSearch({ tab }: Record<string, unknown>): FeedSearch {
  const known = FEED_TABS.find((name) => name === tab);
  return { tab: known === 'main' ? undefined : known };
}
