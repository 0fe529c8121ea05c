export const notificationsCopy = {
  list: 'Notifications',
  fresh: 'New',
  earlier: 'Earlier',
  empty: 'You have no notifications.',
  emptyText: 'Comments, mentions and friend requests appear here.',
  loading: 'Loading notifications...',
  failed: 'Failed to load notifications.',
  notOnDevice: 'Not on this device yet.',
  notOnDeviceText: 'Your notifications load when you are online.',
  offline: 'New notifications arrive when you are online.',
  unread: 'Unread',
  unreadCount: (count: number) => (count === 1 ? '1 unread notification' : `${count} unread notifications`),

  name: (username: string) => `@${username}`,
  and: ' and ',
  others: (count: number) => ` and ${count} others`,
  commentedOn: (title: string | null) => (title ? ` commented on “${title}”` : ' commented on a post'),
  mentionedIn: (title: string | null) => (title ? ` mentioned you in “${title}”` : ' mentioned you in a post'),
  wantsToBeFriends: ' wants to be friends',
  willBeFriends: ' and you will be friends',
  areFriends: ' and you are friends',
  acceptedRequest: ' accepted your friend request',
  removedPost: 'A moderator removed your post',
  /** Automatic steps of the server, by their cause. */
  removedBy: { video: 'The video of your post was removed', expired: 'Your post was not published' } as Readonly<
    Record<string, string>
  >,
  removedTitle: (title: string) => ` “${title}”`,
  reason: (reason: string) => `Reason: ${reason}`,
  promoted: 'Your role has changed.',
  quote: (text: string) => `“${text}”`,

  dismiss: 'Dismiss',
  dismissed: 'Notification dismissed.',
  undo: 'Undo',
  undoAccept: (username: string) => `Undo: accept @${username}`,
} as const;
