/** The texts beside the flag. The time is that of the last successful sync. */
export const syncCopy = {
  opening: 'Opening',
  connecting: 'Connecting',
  online: 'Online',
  offline: 'Offline',
  unavailable: 'No storage',
  signInNeeded: 'Log in again',
  signInText: 'Your session has ended. What you wrote is saved here and is sent after you log in again.',
  fleetingText: 'This browser does not allow storage. What you write is lost when you close it.',
  unavailableText:
    'Rangeday cannot open its storage. Close other Rangeday tabs and reload, or leave the private window.',
  fullText: 'Device storage is full. Free some space, then send again; nothing you wrote is deleted.',
  rebuiltText: 'The data stored in this browser was damaged and is being downloaded again. Unsent work was recovered.',
  evictedText:
    'This browser deleted the stored data, which is being downloaded again. Unsent work was recovered where possible.',
  updated: (time: string) => `updated ${time}`,
  flagUp: 'Offline: holding',
  flagDown: 'Online: nothing waiting',
  nowOffline: 'You are offline. What you write is saved and sent automatically.',
  nowOnline: 'You are online again.',
} as const;
