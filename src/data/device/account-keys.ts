/** Set when the member has closed the invitation to choose a username on this device. */
export const setUpLaterKey = (userId: string): string => `set-up-later:${userId}`;
