export const feedCopy = {
  title: 'Feed',
  tabsLabel: 'Feeds',
  tabs: { main: 'Main', friends: 'Friends', trending: 'Trending' },
  loading: 'Loading posts...',
  empty: 'No posts to show yet.',
  emptyTexts: {
    main: 'Be the first to post.',
    friends: 'Friends-only posts appear here.',
    trending: 'Popular posts appear here.',
  },
  notHereTitle: 'Nothing on this device yet.',
  notHereText: 'It loads when you are online.',
  newPost: 'New post',
  newShort: (count: number) => `${count} new`,
  newLong: (count: number) => (count === 1 ? '1 new post' : `${count} new posts`),
} as const;
