/** The sidebar and its boards. A separate file, because the first chunk contains all of shell.ts. */
export const sidebarCopy = {
  label: 'Sidebar',
  guestTitle: 'A social feed for range days',
  guestText: 'Create an account to post.',
  topUsers: 'Top Users',
  topUsersNote: 'posts and comments',
  noTopUsers: 'Nobody has posted yet.',
  topUserScore: (count: number) => (count === 1 ? '1 post or comment' : `${count} posts and comments`),
  trendingHashtags: 'Trending Hashtags',
  noHashtags: 'No hashtags yet.',
  hashtagPosts: (count: number) => (count === 1 ? '1 post' : `${count} posts`),
  notHereYet: 'Not on this device yet.',
  members: (count: string) => (count === '1' ? '1 member' : `${count} members`),
} as const;
