/** Sharing a link to a profile or a post. */
export const shareCopy = {
  share: 'Share',
  copyLink: 'Copy link',
  copyFailed: 'Your browser did not allow copying. Copy the link from the field.',
  shareWith: 'Share with an app',
  profile: {
    title: 'Share profile',
    field: 'Link to this profile',
    copied: 'Profile link copied to clipboard!',
  },
  post: {
    title: 'Share post',
    field: 'Link to this post',
    copied: 'Post link copied to clipboard!',
  },
  pictures: {
    one: 'Share picture',
    several: (count: number) => `Share ${count} pictures`,
    saved: (count: number) => (count === 1 ? 'Picture saved.' : `${count} pictures saved.`),
    notHere: 'A picture that is not on this device could not be loaded.',
  },
  /** Of a friends-only post. */
  readersOnly: 'Opens only for those who may read it',
} as const;
