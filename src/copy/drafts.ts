export const draftsCopy = {
  none: 'Saved as you type',
  /** Before the time. */
  saved: 'Draft saved',
  /** The last change could not be saved. */
  lost: {
    full: 'Device storage is full: the draft was not saved. Your text stays here until you leave this page.',
    unavailable: 'This browser does not allow storage: your text stays here until you leave this page.',
  },
  open: (count: number) => `Drafts (${count})`,
  title: 'Drafts',
  lead: 'Unfinished posts on this device. They are never sent automatically.',
  startNew: 'Start a new one',
  untitled: 'Untitled',
  resume: 'Continue:',
  current: 'Open now',
  pictures: (count: number) => (count === 1 ? '1 picture' : `${count} pictures`),
  discard: 'Discard',
  discardOf: (name: string) => `Discard: ${name}`,
  discarded: 'Draft discarded.',
  undo: 'Undo',
  elsewhere: 'This draft is open in another tab.',
  close: 'Close',
  /** What another app shared. */
  arrived: (photos: number) =>
    photos === 0 ? 'Shared text arrived' : photos === 1 ? '1 photo arrived' : `${photos} photos arrived`,
  arrivedWhere: 'in this new draft',
  notArrived: 'What you shared could not be stored on this device. Free some space and share it again.',
  move: 'Put them in another draft',
  moveLead: 'Text and photos go to the end of the draft that you choose.',
  notMoved: 'They do not fit: a post has up to 5 images, and the draft must not be open in another tab.',
} as const;
