/** The fullscreen viewer. */
export const viewerCopy = {
  label: (username: string) => `Pictures by @${username}`,
  gone: 'This picture is no longer there.',
  goneText: 'The post was deleted, or it is not shared with you.',
  notOnDevice: 'Not on this device yet.',
  notOnDeviceText: 'It loads when you are online.',
  loading: 'Loading picture...',
  toPost: 'Open the post',
} as const;
