const DAY_MS = 86_400_000;
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

export const accountCopy = {
  exportTitle: 'Your data',
  exportText: 'Everything Rangeday keeps of you, in one file.',
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
    'It leaves this device at once, with drafts and whatever has not gone out. The server removes it within 30 days; log in before then to keep it.',
  confirm: 'Delete',
  keep: 'Keep it',
  understood: 'Understood',
  deleted: (due: Date) => `Your account will be deleted on ${day.format(due)}. Log in before then to keep it.`,
  dueTitle: (due: Date, now: number) => {
    const days = Math.max(0, Math.ceil((due.getTime() - now) / DAY_MS));
    return days === 0
      ? 'Your account is deleted today'
      : `Your account is deleted in ${days === 1 ? '1 day' : `${days} days`}`;
  },
  dueText: (due: Date) => `You asked for it. On ${day.format(due)} it is gone for good.`,
  cancel: 'Keep my account',
  canceling: 'Keeping...',
  canceled: 'Your account stays.',
} as const;
