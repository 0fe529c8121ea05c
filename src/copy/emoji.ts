export const emojiCopy = {
  label: 'Emoji',
  loading: 'Loading...',
  notLoaded: 'Emoji load when you are online. Your keyboard has them too.',
} as const;
