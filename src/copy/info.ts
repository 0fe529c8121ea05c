import { termsCopy } from './terms.ts';

/** A page of text: sections with a heading, each with paragraphs. */
export interface TextSection {
  /** Of its place in the address. */
  id?: string;
  title: string;
  paragraphs: readonly string[];
}

export const aboutCopy = {
  lead: 'Rangeday is a social feed for adults who like range days, reloading benches, old steel and good company. It is more a logbook than a stage: you write what happened, and people who were there, or wish they had been, reply.',
  sections: [
    {
      title: 'It works without signal',
      paragraphs: [
        'Ranges often have no signal. So the feed, your friends’ posts and everything you have opened are stored on your device, and you can read them offline.',
        'What you write is saved immediately and sent automatically, exactly once, when you are back online. The flag in the corner shows the state of the connection: flag up means offline and holding, flag down means online and sending.',
      ],
    },
    {
      title: 'What it is not',
      paragraphs: [
        'Nothing is sold here. Offers to sell, buy or trade firearms, ammunition or parts are removed, and so is everything that is against the law where you are.',
        'There are no streaks that keep you scrolling, and no post is promoted because somebody paid for it. Every ad is labelled as an ad.',
      ],
    },
    {
      title: 'Who may join',
      paragraphs: ['You must be 18 or older. Be kind to newcomers: everybody once had to ask how to zero a sight.'],
    },
    { id: 'terms', title: termsCopy.title, paragraphs: termsCopy.paragraphs },
  ] satisfies TextSection[],
} as const;

export const privacyCopy = {
  lead: 'This page explains what Rangeday stores, where, for how long, and who can read it.',
  updated: 'In force since November 1, 2026.',
  sections: [
    {
      title: 'What we store on the server',
      paragraphs: [
        'Your email address, your date of birth if you gave one, when you confirmed that you are 18 or older, and which terms you agreed to. None of this is ever shown to another member.',
        'If you log in with Google: your name, the address of your Google picture and the number of your Google account, as Google sends them. They are not shown to anyone.',
        'What you write: your profile, posts, comments, votes, messages, friends, blocks and mutes, and the reports you file.',
        'For reports, the contact form and ads: the IP address and browser of the request, to detect abuse. For ads and the contact form they are deleted after 30 days.',
      ],
    },
    {
      title: 'Who can read it',
      paragraphs: [
        'Public posts and their comments: everyone, including guests. Friends-only posts: you and your accepted friends, or the friends you chose. Staff can read every post, to moderate it. Profile fields that you marked private: only you.',
        'A post that a moderator deleted: you and the moderators, for 30 days, so that a mistake can be undone. Then it is deleted for good.',
        'A comment that a moderator deleted: nobody. We keep it for 30 days for the same reason, then it is deleted for good.',
        'Private messages are not end-to-end encrypted. They are encrypted in transit, but our server can read them. We do so only when the law requires it or to investigate a report about them.',
      ],
    },
    {
      title: 'What is stored on your device',
      paragraphs: [
        'To work offline, Rangeday stores a copy on your device: the newest posts, everything you opened, your friends’ posts, your messages, notifications, drafts, anything not sent yet, and the pictures you have seen. Anyone who can unlock your device can read them.',
        'Logging out deletes this copy from the device. If something is still waiting to be sent, you can keep it for your next log-in here. Settings such as the theme stay on the device.',
      ],
    },
    {
      title: 'Photos',
      paragraphs: [
        'The location and all other camera metadata are removed from a photo on your device before it is sent.',
      ],
    },
    {
      title: 'Third parties',
      paragraphs: [
        'There are no trackers and no advertising networks. Your device connects only to Rangeday’s own servers until you request something hosted elsewhere (a gif, a payment, a log-in with Google).',
      ],
    },
    {
      id: 'counting',
      title: 'Counting pages',
      paragraphs: [
        'When a page opens, our server adds one to the number of views of that kind of page on that day. The count has nothing about you: no name, no address, and not what you looked at. If your browser sends Do Not Track or Global Privacy Control, nothing is counted.',
        'To limit abuse, our server counts requests per account or, without one, per address. Such a count is deleted when its time is over, after one day at most.',
        'Views of an ad and clicks on it are counted with your account or address, once an hour, and these records are deleted after 30 days.',
      ],
    },
    {
      title: 'Leaving',
      paragraphs: [
        'In Settings you can download everything we store about you as a file, and request deletion of your account. Your data is deleted within 30 days; until then you can cancel by logging in.',
        'Posts that somebody has reported or that we have removed stay with our moderators, and nobody else, until the report is closed and 30 days are over: also if you delete the post or your account.',
      ],
    },
  ] satisfies TextSection[],
  contact: 'Questions about any of this:',
} as const;

export const installCopy = {
  lead: 'Once installed, Rangeday opens from your home screen like any app, in its own window, and starts without signal.',
  button: 'Install Rangeday',
  installed: 'Rangeday is installed on this device.',
  ready: 'Your browser can install it right here.',
  platforms: [
    {
      id: 'ios',
      inOrder: true,
      title: 'iPhone and iPad',
      steps: [
        'Open Rangeday in Safari.',
        'Tap the Share button: the square with an arrow pointing up.',
        'Scroll down and tap “Add to Home Screen”.',
        'Tap “Add”. Rangeday is on your home screen now.',
      ],
    },
    {
      id: 'android',
      inOrder: true,
      title: 'Android',
      steps: [
        'Open Rangeday in Chrome, Edge or Samsung Internet.',
        'Open the browser’s menu: the three dots or lines.',
        'Tap “Install app” or “Add to Home screen”.',
        'Confirm with “Install”.',
      ],
    },
    {
      id: 'desktop',
      inOrder: false,
      title: 'Windows, Mac, Linux and Chromebook',
      steps: [
        'In Chrome or Edge: click the install icon at the right end of the address bar, or choose “Install Rangeday” in the menu.',
        'In Safari on a Mac: choose “Add to Dock” in the File menu.',
        'In Firefox: bookmark Rangeday. It works offline there too.',
      ],
    },
  ],
  whyTitle: 'Why install it',
  why: 'Browsers may delete a website’s stored data when space runs low. The data of an installed app is safer, and on iPhone only an installed app can send notifications.',
} as const;

export const csaeCopy = {
  lead: 'Rangeday has zero tolerance for child sexual abuse and exploitation (CSAE). This policy applies to everything on Rangeday: posts, comments, messages, names and pictures.',
  sections: [
    {
      title: 'What is forbidden',
      paragraphs: [
        'Any picture, video, drawing or text that sexualises a minor; grooming; asking minors for pictures; sextortion; trafficking; and directing others to any of these, in public or in private.',
        'Rangeday is for adults. Accounts of people under 18 are closed.',
      ],
    },
    {
      title: 'What we do',
      paragraphs: [
        'We remove such content as soon as we learn of it, close the account, preserve evidence as the law requires, and report it to the National Center for Missing & Exploited Children (NCMEC) and to law enforcement.',
        'A person reads every report submitted below. You do not need an account, and you may remain anonymous.',
      ],
    },
    {
      title: 'If a child is in danger now',
      paragraphs: [
        'Call your local emergency number first. In the United States you can also reach NCMEC’s CyberTipline at 1-800-843-5678.',
      ],
    },
  ] satisfies TextSection[],
} as const;

export const contactCopy = {
  lead: 'A question, an idea, something that broke? Write to us; a person reads it.',
  name: 'Name',
  email: 'Email',
  message: 'Message',
  send: 'Send',
  sending: 'Sending...',
  incomplete: 'All fields are required.',
  tooLong: 'One or more fields exceed the maximum length.',
  emailInvalid: 'Please enter a valid email address.',
  failed: 'Something went wrong. Try again.',
  offline: 'You are offline. Your message is saved here as a draft: come back and send it when you are online.',
  saved: 'Saved on this device as you type.',
  count: (used: number, limit: number) => `${used} of ${limit}`,
  thanksTitle: 'Thank you!',
  thanks: 'We have received your message. We reply to the address you gave, usually within two days.',
} as const;

export const reportCopy = {
  title: 'Report abuse',
  lead: 'Tell us what you saw. A person reads every report.',
  url: 'Post URL',
  urlHint: 'The address of the post, starting with https://',
  urlInvalid: 'Please enter the address (URL) of the post.',
  victim: 'Username of the victim (optional)',
  description: 'Description',
  descriptionMissing: 'Please describe what you saw.',
  email: 'Your email (optional)',
  emailHint: 'Only if we may contact you with questions.',
  emailInvalid: 'Please enter a valid email address.',
  tooLong: 'One or more fields exceed the maximum length.',
  files: 'Attachments (optional)',
  filesHint: 'Images or videos, up to 10. Deleted here once sent.',
  filesTooMany: 'A report may have at most 10 attachments.',
  chosen: (count: number) => (count === 1 ? '1 file chosen' : `${count} files chosen`),
  remove: 'Remove',
  removeFile: (name: string) => `Remove ${name}`,
  submit: 'Submit report',
  submitting: 'Submitting...',
  kept: (count: number) =>
    count === 1
      ? 'Your report is not sent yet. This device sends it when online, then deletes it.'
      : `Your ${count} reports are not sent yet. This device sends them when online, then deletes them.`,
  about: (address: string) => `Report about ${address}`,
  progress: 'Upload of the attachments',
  sendNow: 'Send now',
  discard: 'Discard report',
  success: 'Thanks — your report was submitted. We will review it immediately.',
  another: 'Submit another report',
  failed: 'Sorry — we could not submit the report. Try again or email the abuse address.',
  filesFailed: 'We could not upload the attachments. Please remove them and try again or email the abuse address.',
  bucketMissing:
    'The storage bucket for attachments is missing. Please remove them and try again or email the abuse address.',
  abuseAddress: 'Abuse address:',
} as const;
