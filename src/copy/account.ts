const DAY_MS = 86_400_000;
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

export const accountCopy = {
  exportTitle: 'Your data',
  exportText: 'Everything Rangeday stores about you, in one file.',
  export: 'Save my data',
  exporting: 'Collecting...',
  exported: 'Your data was saved as rangeday-data.json.',
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
  deleted: (due: Date) => `Your account will be deleted on ${day.format(due)}. Log in before then to keep it.`,
  dueTitle: (due: Date, now: number) => {
    const days = Math.max(0, Math.ceil((due.getTime() - now) / DAY_MS));
    return days === 0
      ? 'Your account will be deleted today'
      : `Your account will be deleted in ${days === 1 ? '1 day' : `${days} days`}`;
  },
  dueText: (due: Date) => `You requested this. On ${day.format(due)} it will be permanently deleted.`,
  cancel: 'Keep my account',
  canceling: 'Cancelling deletion…',
  canceled: 'Account deletion cancelled.',
} as const;
