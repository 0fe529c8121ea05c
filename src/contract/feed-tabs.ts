/** §2, in their order. */
export const FEED_TABS = ['main', 'friends', 'trending'] as const;
export type FeedTab = (typeof FEED_TABS)[number];
