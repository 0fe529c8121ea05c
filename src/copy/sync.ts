/** The words beside the flag. A time is the last sync that succeeded, never newer than what is shown. */
export const syncCopy = {
  opening: 'Opening',
  connecting: 'Connecting',
  online: 'Online',
  offline: 'Offline',
  unavailable: 'No storage',
  signInNeeded: 'Log in again',
  signInText: 'Your session has ended. What you wrote is saved here and will be sent after you log in again.',
  fleetingText:
    'This browser does not allow storage: what you write is lost when you close it. This happens in private windows.',
  unavailableText:
    'Rangeday cannot open its storage: the browser does not allow it, or another tab is using it. Close other Rangeday tabs and reload, or leave the private window.',
  fullText:
    'Device storage is full. What you write now stays in the form and is not queued. Free some space, then send it again; nothing you wrote is deleted.',
  rebuiltText:
    'The data stored in this browser was damaged. It is being downloaded again; unsent posts, comments and messages were recovered.',
  evictedText:
    'This browser deleted the data stored here. It is being downloaded again; unsent posts, comments and messages were recovered where possible. Installed apps are not affected by this.',
  updated: (time: string) => `updated ${time}`,
  flagUp: 'Offline: holding',
  flagDown: 'Online: nothing waiting',
  nowOffline: 'You are offline. What you write is saved and sent automatically.',
  nowOnline: 'You are online again.',
} as const;
