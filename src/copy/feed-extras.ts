/** Below and above the feed. A separate file, because the first chunk contains all of feed.ts. */
export const feedExtrasCopy = {
  refreshing: 'Checking for new posts...',
  refreshed: 'Up to date.',
  refreshOffline: 'You are offline. Showing what is on this device.',
  olderLoading: 'Loading posts...',
  olderOffline: 'Older posts load when you are online.',
  end: 'You have reached the end.',
} as const;

export const adsCopy = {
  label: 'Ad',
  opens: (title: string) => `Ad: ${title} (opens in a new tab)`,
} as const;
