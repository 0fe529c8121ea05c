/** The video in the composer. The first four are the specification's words. */
export const videoCopy = {
  format: 'Unsupported video format.',
  /** In MB, to one decimal. */
  tooLarge: (megabytes: string) => `Video must be under 100MB. This one is ${megabytes}MB.`,
  tooLong: 'Video must be 90 seconds or less.',
  uploadFailed: 'Video upload failed.',
  notAdded: 'It was not added. Trim it in your photos app, then choose it again.',
  formatHint: 'It was not added. Choose an MP4, WebM or MOV file that this browser can play.',
  choose: 'Add a video',
  another: 'Choose another video',
  replace: 'Replace the video',
  remove: 'Remove',
  removeVideo: 'Remove the video',
  label: 'The video of this post',
  checking: 'Checking the video',
  checkingHint: 'Location and other metadata come off here, before anything leaves this device.',
  slow: 'This takes long. The check goes on, but this browser may not be able to play the video.',
  leaveOut: 'Leave it out',
  fine: 'Format, size and length are fine',
  fineHint: 'Goes out over Wi-Fi or signal, and carries on where it stopped.',
  located: 'Location removed from the video',
  portrait: 'portrait',
  landscape: 'landscape',
  /** `seconds` and `megabytes` as numbers in text. */
  meta: (seconds: string, megabytes: string, orientation: string) => `${seconds} s · ${megabytes} MB · ${orientation}`,
} as const;
