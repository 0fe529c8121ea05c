/** Blocking and muting other members. */
export const safetyCopy = {
  block: (username: string) => `Block @${username}`,
  unblockOf: (username: string) => `Unblock @${username}`,
  mute: (username: string) => `Mute @${username}`,
  unmuteOf: (username: string) => `Unmute @${username}`,
  askTitle: (username: string) => `Block @${username}?`,
  askText:
    'You will not see their posts and comments. Neither of you can message the other, send a friend request, or comment on the other’s posts. If you are friends, the friendship ends. They are not told. You can unblock them at any time.',
  askConfirm: 'Block',
  askCancel: 'Cancel',
  blocked: (username: string) => `@${username} is blocked.`,
  unblocked: (username: string) => `@${username} is not blocked any more.`,
  muted: (username: string) =>
    `@${username} is muted. You will not see their posts and comments in lists, or notifications about them.`,
  unmuted: (username: string) => `@${username} is not muted any more.`,
  undo: 'Undo',

  /** Instead of the profile or the post of a blocked member. */
  noticeTitle: (username: string) => `You blocked @${username}.`,
  noticeText: 'Their posts and comments are hidden from you. Neither of you can message the other. They were not told.',
  unblock: 'Unblock',
  unmute: 'Unmute',
  since: 'Blocked since ',
  reportLink: 'Report this member',
  reportLinkText: 'Staff look at what they wrote.',
  listLink: 'Blocked members',
  count: (count: number) => (count === 1 ? '1 member' : `${count.toLocaleString('en-US')} members`),

  /** In place of a hidden comment that has visible replies. */
  hiddenComment: { blocked: 'Comment from a blocked member', muted: 'Comment from a muted member' },

  sectionTitle: 'Blocked and muted members',
  sectionText: 'Only you can see these lists. Members are not told when you block or mute them.',
  lists: {
    blocks: {
      title: 'Blocked',
      text: 'You do not see what they write, and neither of you can contact the other.',
      empty: 'You have not blocked anybody.',
      since: 'Blocked ',
    },
    mutes: {
      title: 'Muted',
      text: 'You do not see their posts and comments, or notifications about them. They can still message you.',
      empty: 'You have not muted anybody.',
      since: 'Muted ',
    },
  },
  loading: 'Loading...',
  notHere: 'This list is not on this device yet. It loads when you are online.',
  showAll: (count: number) => `Show all ${count.toLocaleString('en-US')}`,
} as const;
