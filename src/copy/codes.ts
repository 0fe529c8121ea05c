/** Codes of members: shown on one phone, read by another, also without a network. */
export const codesCopy = {
  show: 'Show my code',
  showTitle: 'Your code',
  codeOf: (username: string) => `Code of @${username}`,
  showText: 'Scan it with Rangeday or with the camera of a phone.',
  enlarge: 'Show the code full-screen',
  scan: 'Scan a code',
  scanAgain: 'Scan another code',
  scanText: 'Hold the code of another member in front of the camera. It also works without a network.',
  close: 'Close',
  camera: 'Picture of the camera',
  loading: 'Loading...',
  starting: 'Starting the camera...',

  wrong: 'This is not the code of a Rangeday member.',
  own: 'This is your own code. Let the other member scan it.',
  cameraProblems: {
    denied: 'The camera is blocked for Rangeday. Allow it in the settings of your browser, or use one of these ways:',
    none: 'This device has no camera. There are two other ways:',
    busy: 'The camera does not start. Another app may be using it. There are two other ways:',
    reader: 'The part of the app that reads codes is not on this device. It loads when you are online.',
  },
  username: 'Username of the other member',
  find: 'Find',

  notHere: 'Their profile is not on this device yet.',
  sentLater: 'A request is kept on this device and sent when there is a network.',
  friends: 'You are friends already.',
  official: 'An official account needs no friend request.',
  changed: 'Another member has this name now. Ask for a new code.',
  logIn: 'Log in to add them as a friend or to write to them.',
  openProfile: 'Open profile',
} as const;
