/** Texts of the primitives themselves. Screens pass all other texts. */
export const uiCopy = {
  close: 'Close',
  busy: 'Working…',
  newTab: 'opens in a new tab',
  tryAgain: 'Try again',
  previous: 'Previous picture',
  next: 'Next picture',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  moveUp: 'Move up',
  moveDown: 'Move down',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  position: (at: number, of: number) => `${at} of ${of}`,
  unread: (count: number) => `${count} unread`,
  failedTitle: 'This part failed to load.',
  failedText: 'Nothing you wrote is lost.',
} as const;
