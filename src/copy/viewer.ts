/** The fullscreen viewer. */
export const viewerCopy = {
  label: (username: string) => `Pictures by @${username}`,
  /** Title and text, by the reason. */
  missing: {
    gone: ['This picture is no longer there.', 'The post was deleted, or it is not shared with you.'],
    offline: ['Not on this device yet.', 'It loads when you are online.'],
    none: ['This link leads to no picture.', 'A part of the address is missing.'],
  },
  loading: 'Loading picture...',
  toPost: 'Open the post',
} as const;
