/** Texts about notifications of the device. */
export const pushCopy = {
  title: 'Get notified about replies?',
  titleOf: (username: string) => `Get notified when @${username} answers?`,
  text: 'Shows the sender, never the text.',
  textOf: (username: string) =>
    `The notice says “New message from @${username}”, never the text. Your browser asks you next.`,
  turnOn: 'Turn on',
  notNow: 'Not now',
  installTitle: 'Install Rangeday to get notified about replies',
  installText: 'iPhones and iPads show notifications only of an app on the home screen.',
  install: 'How to install',

  device: 'On this device',
  states: {
    unknown: 'Loading...',
    unsupported: 'This browser cannot show notifications while Rangeday is closed.',
    install: 'iPhones and iPads show notifications only of an app on the home screen. Install Rangeday first.',
    denied: 'Notifications are blocked for Rangeday. Allow them in the settings of your browser.',
    off: 'Off. Nothing is shown while Rangeday is closed.',
    on: 'On. Shows the sender, never the text.',
  },
  isOn: 'Notifications are on for this device.',
  denied: 'Notifications stay off, because the browser does not allow them.',
  failed: 'Notifications could not be turned on. Check your connection and try again.',

  quiet: 'Quiet hours',
  quietNote: 'Notifications wait until they end.',
  quietFrom: 'From',
  quietTo: 'Until',
  quietSame: 'Quiet hours begin and end at different times.',
} as const;
