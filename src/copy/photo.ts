/** Texts of a picture. A separate file, because the first chunk contains all of them. */
export const photoCopy = {
  show: 'Show picture',
  showSize: (size: string) => `Show picture, ${size}`,
  photoFailed: 'This picture could not be loaded.',
  openPhoto: (alt: string) => (alt ? `Open picture: ${alt}` : 'Open picture'),
  noAlt: 'Picture without a description',
  tryAgain: 'Try again',
} as const;
