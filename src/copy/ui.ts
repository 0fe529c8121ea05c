/** Texts of the primitives themselves. Screens pass all other texts. */
export const uiCopy = {
  close: 'Close',
  busy: 'Working…',
  newTab: 'opens in a new tab',
  dismiss: 'Dismiss',
  tryAgain: 'Try again',
  previous: 'Previous picture',
  next: 'Next picture',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  position: (at: number, of: number) => `${at} of ${of}`,
  unread: (count: number) => `${count} unread`,
  failedTitle: 'This part failed to load.',
  failedText: 'Nothing you wrote is lost.',
} as const;
