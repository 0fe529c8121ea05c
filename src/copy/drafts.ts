export const draftsCopy = {
  none: 'Saved as you type',
  /** The result of saving the last change. */
  states: {
    saved: 'Draft saved on this device',
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
} as const;
