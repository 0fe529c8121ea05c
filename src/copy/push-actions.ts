/** Buttons of the system's notifications. Apart from the other texts, because the service worker loads them. */
export const pushActionsCopy = {
  reply: 'Reply',
  replyPlaceholder: 'Type your message...',
  markRead: 'Mark read',
  accept: 'Accept',
  unknownTitle: 'Rangeday',
  unknownBody: 'You have something new.',
} as const;
