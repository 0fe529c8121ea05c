/** Notes and pages of the shell that load later. A separate file, because the first chunk contains all of shell.ts. */
export const notesCopy = {
  accessDenied: 'Access denied',
  /** By the role that the page is for. */
  accessDeniedText: { staff: 'This page is for Rangeday staff.', ceo: 'Only the ceo manages ads.' },
  notFoundTitle: 'Page not found.',
  notFoundText: 'Please check the address.',
  updateReady: 'New version',
  updateText: 'Update whenever you like. Your drafts and your outbox stay as they are.',
  later: 'Later',
  installHintLabel: 'Install Rangeday',
  installHintTitle: 'Keep Rangeday on your Home Screen',
  installHint: 'It opens without signal and can tell you when someone answers.',
  installSteps: ['Tap Share in the Safari bar', 'Choose Add to Home Screen'],
  gotIt: 'Got it',
} as const;
