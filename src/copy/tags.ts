export const tagsCopy = {
  title: (tag: string) => `Posts with the #${tag} tag`,
  empty: (tag: string) => `No posts with #${tag} yet.`,
  emptyText: 'Write the tag in a post, and it appears here.',
  failed: 'Failed to load posts.',
  loading: 'Loading posts...',
  list: (tag: string) => `Posts with #${tag}`,
  counts: (total: number, here: number) =>
    total > here ? `${total} posts · ${here} on this device` : total === 1 ? '1 post' : `${total} posts`,
  inComment: 'in a comment',
  by: (username: string) => `by @${username}`,
  onPost: (title: string) => `On “${title}”`,
  moreComments: (count: number) =>
    count === 1 ? '1 more comment with this tag' : `${count} more comments with this tag`,
  notOnDevice: 'Not on this device yet.',
  notOnDeviceText: 'Posts with this tag load when you are online.',
} as const;
