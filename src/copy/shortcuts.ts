export const shortcutsCopy = {
  title: 'Keyboard shortcuts',
  keys: [
    { key: 'j', does: 'Next post' },
    { key: 'k', does: 'Previous post' },
    { key: 'Enter', does: 'Open the post' },
    { key: 'l', does: 'Vote up' },
    { key: 'c', does: 'Comments' },
    { key: 'n', does: 'New post' },
    { key: '/', does: 'Search' },
    { key: '?', does: 'This list' },
  ],
  note: 'They work while you are not typing. You can turn them off in',
  settings: 'Settings',
} as const;
