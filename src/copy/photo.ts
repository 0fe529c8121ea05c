/** In the place of a picture that is not shown, and on the pictures that can be opened. */
export const photoCopy = {
  show: 'Show picture',
  showSize: (size: string) => `Show picture, ${size}`,
  failed: 'This picture could not be loaded.',
  /** On another device of its author. */
  awaited: 'Not sent yet',
  loadAgain: 'Load again',
  open: (alt: string) => (alt ? `Open picture: ${alt}` : 'Open picture'),
  noAlt: 'Picture without a description',
  alt: 'ALT',
  altLong: 'Alternative text',
} as const;
