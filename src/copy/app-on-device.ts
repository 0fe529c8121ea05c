const percent = (part: number | null): string => (part === null ? 'A part' : `${Math.floor(part * 100)} %`);

/** Whether the app itself is stored on this device: on the install page, in the storage settings and in range mode. */
export const appOnDeviceCopy = {
  here: 'The app is stored on this device. It opens without signal.',
  loading: (part: number | null) => `${percent(part)} of the app is stored on this device. Storing the rest...`,
  waiting: (part: number | null) =>
    part === null
      ? 'The app is not stored on this device yet. Rangeday tries again while it is open.'
      : `${percent(part)} of the app is stored on this device. Rangeday tries again while it is open.`,
  full: (part: number | null) =>
    `This device has no room for the app: ${percent(part)} of it is stored. Free some space; Rangeday tries again while it is open.`,
  none: 'This browser does not store the app, so it does not open without signal.',
  notReadyTitle: 'Packed, but the app is not stored yet',
} as const;
