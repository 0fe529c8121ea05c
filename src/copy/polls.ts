export const pollsCopy = {
  question: 'Poll question',
  option: (place: number) => `Option ${place}`,
  add: 'Add option',
  addPoll: 'Add a poll',
  remove: 'Remove the poll',
  removeOption: (option: string) => `Remove: ${option}`,
  moveUp: (option: string) => `Move up: ${option}`,
  order: 'Alt with the arrow keys moves an option.',
  moved: (place: number, count: number) => `Moved to place ${place} of ${count}.`,
  untilVote: 'You can change the poll until somebody votes.',
  notLoaded: 'Its poll stays. You can change it when it has loaded, until somebody votes.',
  failed: 'Failed to create poll.',
} as const;
