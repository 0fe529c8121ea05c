/** Pictures in the composers, and their upload. The first ones are the specification's words. */
export const mediaCopy = {
  tooMany: 'You can only upload up to 5 images. For now!',
  tooManyInComment: 'A comment can have one image.',
  tooLarge: 'Please upload an image smaller than 5MB.',
  heif: 'This browser cannot read HEIC photos. Choose a JPEG instead.',
  unreadable: 'This file is not a picture that can be posted. Choose a JPEG, PNG, WebP, GIF, AVIF or BMP.',
  damaged: 'This file is damaged or not complete. Choose another copy of it.',
  animated: 'An animated AVIF would become a still. Choose an animated GIF, WebP or PNG.',
  pixels: 'The picture has too many pixels.',
  leftOut: (names: readonly string[]) =>
    `${names.length === 1 ? '1 was' : `${names.length} were`} left out: ${names.join(', ')}`,
  notLoaded: 'Its photos stay. You can change them when they have loaded.',
  camera: 'Take a photo',
  photos: 'Photos',
  list: 'Photos of this post',
  photo: (position: number, count: number) => `Photo ${position} of ${count}`,
  remove: (position: number) => `Remove photo ${position}`,
  /** With the visible word, for speech control. */
  describe: (position: number) => `ALT: describe photo ${position}`,
  editDescription: (position: number) => `ALT: edit description of photo ${position}`,
  alt: 'ALT',
  description: 'Description',
  descriptionHint: 'Read aloud to members who cannot see it, and shown when the photo has not loaded.',
  moveBack: 'Move back',
  moveForward: 'Move forward',
  moved: (position: number, count: number) => `Now photo ${position} of ${count}.`,
  goes: (from: number, to: number) => `Photo ${from} becomes photo ${to}`,
  dropIt: 'Let go to drop it. The first photo leads the post.',
  removePhoto: 'Remove photo',
  done: 'Done',
  waiting: 'Waiting',
  reducing: (position: number, count: number) => `Reducing photo ${position} of ${count}`,
  reducingLabel: 'How much of the photo is reduced',
  reducingHint: 'Size and location come off here, before anything leaves this device.',
  postNow: 'You can post now; it goes out when they are ready.',
  located: (count: number) => `Location removed from ${count === 1 ? '1 photo' : `${count} photos`}`,
  reduced: (percent: number) => `${percent}%`,
  size: (bytes: number) => (bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`),
} as const;

/** Files that are still to be uploaded, in the outbox. */
export const uploadsCopy = {
  title: 'Photos and videos on their way',
  untitled: 'Post without a title',
  comment: 'Photo of a comment',
  files: (photos: number, videos: number) =>
    [photos > 0 && (photos === 1 ? '1 photo' : `${photos} photos`), videos > 0 && '1 video']
      .filter(Boolean)
      .join(' and '),
  /** In kB below 1 MB, where a tenth of a MB is most of a photo. */
  progress: (sent: number, size: number) =>
    size < 1_000_000
      ? `${Math.floor(sent / 1000)} of ${Math.ceil(size / 1000)} kB`
      : `${(sent / 1_000_000).toFixed(1)} of ${(size / 1_000_000).toFixed(1)} MB`,
  label: (name: string) => `Upload of the files of ${name}`,
  waitsForWifi: 'Waiting for Wi-Fi, because data saver is on.',
  sendNow: 'Send now',
  waiting: 'They follow when the post has been sent.',
  /** The specification's words. */
  videoFailed: (reason: string) => `Video upload failed. ${reason}`.trim(),
  refused: (count: number, reason: string) =>
    `${count === 1 ? '1 photo was' : `${count} photos were`} not sent. ${reason || 'The server rejected it.'}`,
  retry: 'Retry',
  leaveOut: 'Leave out',
  cancel: 'Cancel upload',
  cancelAsk: 'A new post becomes a draft again. Other posts lose only the new files.',
  cancelKeep: 'Keep sending',
  cancelled: 'The post is a draft again',
  cancelledFiles: 'The files were left out',
  notAttached: 'image not attached',
  separator: ' · ',
} as const;

/** A post that was submitted while its photos are reduced, in the feed and the outbox. */
export const duePostCopy = {
  stamp: 'Preparing',
  section: (count: number) => (count === 1 ? '1 post is being prepared' : `${count} posts are being prepared`),
  label: (name: string) => `Photos of ${name} that are ready`,
  ready: (ready: number, count: number) => `${ready} of ${count === 1 ? '1 photo' : `${count} photos`} ready`,
  hint: 'Will send automatically.',
  edit: 'Edit',
  editOf: (name: string) => `Edit: ${name}`,
} as const;

/** Files that are still to be uploaded, in the entry of their post. */
export const entryUploadsCopy = {
  files: 'Upload of the files of this post',
  file: (position: number, count: number) => `File ${position} of ${count}`,
  sending: (percent: number) => `Sending ${percent}%`,
  /** All files are sent, and the server has not shown them to others yet. */
  checking: 'Checking',
  checkingText: 'Others see it when its files have been checked.',
  waiting: 'Waiting',
  arrived: (bytes: number) => `Sent, ${mediaCopy.size(bytes)}`,
  refused: 'Not sent',
  muted: 'Your account is muted, so this was not published.',
  mutedEnd: 'It is published when that ends.',
  /** On another device of the author. */
  elsewhere: (isVideo: boolean) =>
    isVideo
      ? 'Its video is still on the device it was posted from. It appears here when it has been sent.'
      : 'Its photos are still on the device it was posted from. They appear here when they have been sent.',
  leaveOut: 'Leave it out',
  cancel: 'Cancel',
} as const;
