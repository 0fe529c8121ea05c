/** The gif picker. */
export const gifsCopy = {
  open: 'Add a GIF',
  title: 'GIFs',
  search: 'Search GIFs...',
  poweredBy: 'Powered by',
  provider: 'GIPHY',
  untitled: 'GIF',
  loading: 'Loading...',
  none: 'No GIFs found.',
  offline: 'GIFs load when you are online.',
  failed: 'Error loading GIFs. Try again?',
  retry: 'Try again',
  noReason: 'Error fetching',
  abroad: 'This content is not available in your location',
  off: 'GIFs are not available here.',
  chosen: 'Chosen GIF',
  remove: 'Remove the GIF',
} as const;
