/** Problems of this device. A separate file, because the first chunk contains all of sync.ts. */
export const deviceNoticeCopy = {
  signInText: 'Your session has ended. What you wrote is saved here and is sent after you log in again.',
  fleetingText:
    'This window is private, or its browser does not allow storage. What you write is lost when you close it.',
  unavailableText:
    'Rangeday cannot open its storage. Close other Rangeday tabs and reload, or leave the private window.',
  slowText:
    'Rangeday’s storage takes longer than usual to open. It keeps trying; if other Rangeday tabs are open, close them.',
  fullText: 'Device storage is full. Free some space, then send again; nothing you wrote is deleted.',
  rebuiltText: 'The data stored in this browser was damaged and is being downloaded again. Unsent work was recovered.',
  evictedText:
    'This browser deleted the stored data, which is being downloaded again. Unsent work was recovered where possible.',
} as const;
