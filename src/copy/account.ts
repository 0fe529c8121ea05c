import { titlesCopy } from './titles.ts';

const DAY_MS = 86_400_000;
/** The clock of a page may be that old: an account that was deleted just now has 28 days, not 29. */
const CLOCK_AGE_MS = 60_000;

export const accountCopy = {
  exportTitle: 'Your data',
  exportText: 'Everything Rangeday stores about you, and your pictures, in one zip file.',
  export: 'Save my data',
  exporting: 'Collecting...',
  exported: 'Your data was saved as rangeday-data.zip.',
  exportProgress: 'Downloading your files',
  exportFiles: (done: number, total: number) => `${done} of ${total} ${total === 1 ? 'file' : 'files'}`,
  exportFailed: (count: number) =>
    `${count === 1 ? '1 file' : `${count} files`} could not be downloaded. The zip file has everything else, and names them in files-that-failed.txt.`,
  archive: {
    readme: `Your data on Rangeday.

Each .json file holds one kind of data, as text that any editor opens. The folder "files" holds the pictures that you uploaded.
Times are in UTC. Drafts and what has not been sent are on your device only and not in here.
`,
    failed: (names: readonly string[]) =>
      `These files could not be downloaded. Save your data again later to get them.\n\n${names.join('\n')}\n`,
  },
  deleteTitle: 'Delete account',
  deleteText:
    'Your profile, posts, comments, messages and files are removed within 30 days. Until then you can log in and keep your account.',
  delete: 'Delete my account',
  deleting: 'Deleting...',
  confirmTitle: 'Delete your account?',
  confirmText:
    'It is removed from this device immediately, including drafts and anything unsent. The server deletes it within 30 days; log in before then to keep it.',
  confirm: 'Delete',
  keep: 'Keep it',
  deleted: (day: string) => `Your account will be deleted on ${day}. Log in before then to keep it.`,
  dueTitle: (due: Date, now: number) => {
    const days = Math.max(0, Math.ceil((due.getTime() - now - CLOCK_AGE_MS) / DAY_MS));
    return days === 0
      ? 'Your account will be deleted today'
      : `Your account will be deleted in ${days === 1 ? '1 day' : `${days} days`}`;
  },
  dueText: (day: string) => `You requested this. On ${day} it will be permanently deleted.`,
  cancel: 'Cancel deletion',
  canceling: 'Cancelling deletion…',
  canceled: 'Account deletion cancelled.',
  sessions: {
    title: titlesCopy.settingsParts.sessions,
    hint: 'Devices that are logged in as you, logging them out, and your passkeys.',
    intro: (name: string, count: number) => {
      const who = name ? `Logged in as @${name}` : 'Logged in';
      return count === 1
        ? `${who} in 1 place: this one.`
        : `${who} in ${count} places. Log out any device you do not recognise.`;
    },
    device: (system: string | null, browser: string | null) =>
      [system ?? (browser ? null : 'Unknown device'), browser].filter(Boolean).join(', '),
    thisDevice: (kind: string) => `This ${kind === 'unknown' ? 'device' : kind}`,
    inUse: (browser: string | null) => (browser ? `${browser} · in use now` : 'In use now'),
    lastUsed: 'Last used',
    thisOne: 'This one',
    logOut: 'Log out',
    logOutOf: (device: string) => `Log out: ${device}`,
    ended: (device: string) => `Logged out: ${device}.`,
    endedOthers: (count: number) => (count === 1 ? 'Logged out 1 other device.' : `Logged out ${count} other devices.`),
    elsewhere: 'Log out everywhere else',
    everywhere: 'Log out everywhere',
    keeps: (kind: string) => `This ${kind === 'unknown' ? 'device' : kind} keeps its drafts and its outbox.`,
    effect:
      'A device that you log out can send nothing more and asks for a log-in. It keeps what it has not sent, and can receive posts for up to an hour.',
    confirmTitle: 'Log out everywhere else?',
    confirmText: (count: number) =>
      `${count === 1 ? '1 other device is' : `${count} other devices are`} logged out. What was not sent there waits for your next log-in there.`,
    everywhereTitle: 'Log out everywhere?',
    everywhereText: (count: number) =>
      `${count === 0 ? 'This device is' : count === 1 ? '1 other device and this one are' : `${count} other devices and this one are`} logged out. You are asked first if something is not sent here.`,
    confirm: 'Log out',
    cancel: 'Cancel',
    offline: 'Only the server has this list. Try again when you are online.',
    retry: 'Try again',
  },
} as const;
