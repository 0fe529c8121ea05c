/** Below and above the feed. A separate file, because the first chunk contains all of feed.ts. */
export const feedExtrasCopy = {
  more: 'More actions for this post',
  refresh: 'Check for new posts',
  refreshing: 'Checking for new posts...',
  refreshed: 'Up to date.',
  refreshOffline: 'You are offline. Showing what is on this device.',
  olderLoading: 'Loading posts...',
  olderOffline: 'Older posts load when you are online.',
  end: 'You have reached the end.',
} as const;

export const emptyFeedCopy = {
  empty: 'No posts to show yet.',
  texts: {
    main: 'Be the first to post.',
    friends: 'Friends-only posts appear here.',
    trending: 'Popular posts appear here.',
  },
  newPost: 'New post',
} as const;

export const adsCopy = {
  label: 'Ad',
  house: 'From Rangeday',
  houseText: 'A sticker for your range box keeps Rangeday running.',
  houseLink: 'Get a sticker',
  about: 'About this ad',
  /** Of the section of /privacy about ads. */
  aboutId: 'counting',
  opens: (title: string) => `Ad: ${title} (opens in a new tab)`,
} as const;
