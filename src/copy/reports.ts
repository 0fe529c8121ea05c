import type { REPORT_REASONS } from '#contract/reports.ts';

type Reason = (typeof REPORT_REASONS)[number];

const REASONS: Record<Reason, string> = {
  spam: 'Spam or advertising',
  harassment: 'Harassment or bullying',
  hate: 'Hate',
  illegal: 'Illegal sale or activity',
  violence: 'Violence or a threat',
  nudity: 'Nudity or sexual content',
  self_harm: 'Self-harm or suicide',
  impersonation: 'Pretends to be somebody else',
  minor_safety: 'Danger to a child',
  other: 'Something else',
};

/** Reports of posts and members to the staff. */
export const reportsCopy = {
  reportPost: 'Report this post',
  reportMember: (username: string) => `Report @${username}`,
  titlePost: 'Report this post',
  titleMember: (username: string) => `Report @${username}`,
  lead: 'Staff read every report. The member is not told who sent it.',
  reason: 'What is wrong?',
  reasons: REASONS,
  reasonMissing: 'Please choose a reason for your report.',
  childNote: 'If a child is in danger now, call your local emergency number first.',
  childText: 'You can send pictures and videos with the ',
  childLink: 'child safety report',
  details: 'Details (optional)',
  detailsHint: 'What should staff look at?',
  /** The reported comment, added to the details. */
  comment: (text: string, path: string) => `Comment “${text}”: ${path}`,
  commentNote: (text: string) => `With this comment: “${text}”`,
  send: 'Send report',
  sending: 'Sending...',
  cancel: 'Cancel',
  sentTitle: 'Thank you for the report',
  sentText:
    'It stays in your outbox until it has been sent. Sent reports are not stored on this device. Staff decide what happens next.',
  block: 'Block member',
  close: 'Close',
} as const;
