export const draftsCopy = {
  none: 'Saved as you type',
  /** What became of the last change. */
  states: {
    kept: 'Draft saved on this device',
    full: 'This device is full: the draft is not kept. Your text stays here until you leave.',
    unavailable: 'This browser keeps nothing: your text stays here until you leave.',
  },
  open: (count: number) => `Drafts (${count})`,
  title: 'Drafts',
  lead: 'Unfinished posts on this device. They are never sent by themselves.',
  startNew: 'Start a new one',
  untitled: 'Without words',
  resume: 'Go on with:',
  current: 'Open now',
  pictures: (count: number) => (count === 1 ? '1 picture' : `${count} pictures`),
  discard: 'Discard',
  discardOf: (name: string) => `Discard: ${name}`,
  discarded: 'Draft discarded.',
  undo: 'Undo',
  elsewhere: 'This draft is open in another tab.',
  close: 'Close',
} as const;
