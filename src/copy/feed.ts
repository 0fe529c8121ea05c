export const feedCopy = {
  title: 'Feed',
  tabsLabel: 'Feeds',
  tabs: { main: 'Main', friends: 'Friends', trending: 'Trending' },
  loading: 'Loading posts...',
  notHereTitle: 'Nothing on this device yet.',
  notHereText: 'It loads when you are online.',
  newShort: (count: number) => (count > 99 ? '99+' : `${count} new`),
  newLong: (count: number) => (count === 1 ? '1 new post' : `${count} new posts`),
} as const;
