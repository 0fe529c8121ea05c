/** On every entry of a list. */
export const postsCopy = {
  pinned: 'Pinned',
  you: 'You',
  friendsOnly: 'Friends',
  comments: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
  untitled: (username: string) => `Post by @${username}`,
  photoAlt: (username: string) => `Photo posted by @${username}`,
  ranks: ['Fresh Mag', 'Rookie', 'Operator', 'Sharpshooter', 'Veteran'],
  edit: 'Edit',
  /** While it is not on this device. */
  poll: 'Poll',
} as const;
