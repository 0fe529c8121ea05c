/** Log-in with a passkey. */
export const passkeyLogInCopy = {
  logIn: 'Log in with a passkey',
  waiting: 'Waiting for your passkey...',
  offline: 'A passkey works only online.',
  cancelled: 'No passkey was used: you cancelled, or this device has none for Rangeday.',
  expired: 'That took too long. Try again.',
  refused:
    'Rangeday does not accept this passkey. If it was deleted here, remove it from your device. Log in another way.',
  disabled: 'Passkeys are not available here any more. Log in another way.',
  notPossible: 'This browser could not use a passkey. Log in another way.',
} as const;
