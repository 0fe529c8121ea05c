/** Buttons of the system's notifications. Apart from the other texts, because the service worker loads them. */
export const pushActionsCopy = {
  reply: 'Reply',
  replyPlaceholder: 'Type your message...',
  markRead: 'Mark read',
  accept: 'Accept',
  unknown: 'Rangeday: something new',
} as const;
