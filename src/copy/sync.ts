/** The words beside the flag. A time is the last sync that succeeded, never newer than what is shown. */
export const syncCopy = {
  opening: 'Opening',
  connecting: 'Connecting',
  online: 'Online',
  offline: 'Offline',
  unavailable: 'No storage',
  signInNeeded: 'Log in again',
  signInText: 'The server has ended this log-in. What you wrote is kept here and goes out once you are back.',
  fleetingText: 'This browser keeps nothing: what you write here is lost when you close it. Private windows do that.',
  unavailableText:
    'This browser gives Rangeday no room, or another tab holds it. Close other tabs of Rangeday and reload, or leave the private window.',
  fullText:
    'This device is full. What you write now stays in its form and is not queued. Free some space on the device, then send it again; nothing you wrote is removed.',
  rebuiltText:
    'What this browser kept here was damaged. It is being fetched again; posts, comments and messages that waited to be sent were saved.',
  evictedText:
    'This browser had cleared what was kept here. It is being fetched again; what waited to be sent is back where it could be saved. An installed app is not cleared.',
  updated: (time: string) => `updated ${time}`,
  flagUp: 'Flag up: holding',
  flagDown: 'Range is cold: clear',
  nowOffline: 'You are offline. What you write is kept and goes out by itself.',
  nowOnline: 'You are online again.',
} as const;
