/** The texts beside the flag. The time is that of the last successful sync. */
export const syncCopy = {
  opening: 'Opening',
  connecting: 'Connecting',
  online: 'Online',
  offline: 'Offline',
  failing: 'Server error',
  unavailable: 'No storage',
  signInNeeded: 'Log in again',
  updated: (time: string) => `updated ${time}`,
  flagUp: 'Offline: holding',
  flagDown: 'Online: nothing waiting',
  nowOffline: 'You are offline. What you write is saved and sent automatically.',
  nowFailing: 'The server has a problem. What you write is saved and sent automatically.',
  nowOnline: 'You are online again.',
} as const;
