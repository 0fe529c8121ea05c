/** Days that have a name of their own. The service worker reads this file too. */
export const dayNamesCopy = { today: 'Today', yesterday: 'Yesterday' } as const;
