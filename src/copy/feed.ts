export const feedCopy = {
  title: 'Feed',
  tabsLabel: 'Feeds',
  tabs: { main: 'Main', friends: 'Friends', trending: 'Trending' },
  loading: 'Loading posts...',
  empty: 'No posts to show yet.',
  emptyTexts: {
    main: 'Fresh paper. Put the first one up.',
    friends: 'What your friends write for friends alone comes here.',
    trending: 'What gets votes and answers comes here.',
  },
  notHereTitle: 'Nothing on this device yet.',
  notHereText: 'The feed has not been fetched here. It arrives by itself when there is a signal.',
  newPost: 'New post',
  newShort: (count: number) => `${count} new`,
  newLong: (count: number) => (count === 1 ? '1 new post' : `${count} new posts`),
  refreshing: 'Looking for new posts...',
  refreshed: 'Up to date.',
  refreshOffline: 'No signal. This is what is on your device.',
  olderLoading: 'Loading posts...',
  olderOffline: 'Older posts need a signal. They come by themselves when there is one.',
  end: 'That is the whole log.',
} as const;

export const adsCopy = {
  label: 'Ad',
  opens: (title: string) => `Ad: ${title} (opens in a new tab)`,
} as const;
