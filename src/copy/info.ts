/** A page of text: sections with a heading, each with paragraphs. */
export interface TextSection {
  title: string;
  paragraphs: readonly string[];
}

export const aboutCopy = {
  lead: 'Rangeday is a social feed for adults who like range days, reloading benches, old steel and good company. It is a log more than a stage: you write what happened, and people who were there, or wish they had been, answer.',
  sections: [
    {
      title: 'It works without signal',
      paragraphs: [
        'Ranges are where the bars end. So the feed, your friends’ posts and whatever you opened lie on your device, and you read them as if you were online.',
        'What you write is kept at once and goes out by itself, exactly once, when there is a signal again. The flag in the corner says how things stand: flying means holding, hanging low means the range is cold and everything goes out.',
      ],
    },
    {
      title: 'What it is not',
      paragraphs: [
        'Nothing is sold here. Offers to sell, buy or trade firearms, ammunition or parts are removed, and so is everything that is against the law where you are.',
        'There is no counter that tempts you to stay, no post that is pushed because somebody paid for it. An ad is labelled, and it is an ad.',
      ],
    },
    {
      title: 'Who may join',
      paragraphs: [
        'You must be 18 or older. Be kind to newcomers: everybody has asked how a sight is zeroed for the first time.',
      ],
    },
  ] satisfies TextSection[],
} as const;

export const privacyCopy = {
  lead: 'This page says in plain words what Rangeday keeps, where, for how long, and who can read it.',
  updated: 'In force since November 1, 2026.',
  sections: [
    {
      title: 'What we keep on the server',
      paragraphs: [
        'Your email address, your date of birth if you gave one, when you confirmed being 18 or older and which terms you agreed to. None of these is ever shown to another member.',
        'What you write: your profile, posts, comments, votes, messages, friends, blocks and mutes, and the reports you file.',
        'For reports, the contact form and ads: the address and the browser the request came from, to find abuse. For ads they are forgotten after 30 days.',
      ],
    },
    {
      title: 'Who can read it',
      paragraphs: [
        'Public posts and their comments: everybody, also guests. Posts for friends: you and your accepted friends, or those you chose. Fields of your profile that you marked private: only you.',
        'Private messages are not end-to-end encrypted. They travel encrypted, but our server can read them, and we do so only when the law makes us or to look into a report about them.',
      ],
    },
    {
      title: 'What lies on your device',
      paragraphs: [
        'So that Rangeday works without signal it keeps a copy on your device: the newest posts, what you opened, your friends’ posts, your messages, notifications, drafts and what has not gone out yet, and the pictures you have seen. Anybody who can unlock your device can read them.',
        'Logging out deletes this copy from the device, unless something is still waiting to go out: that is kept for your next log-in here. Settings such as the theme stay with the device.',
      ],
    },
    {
      title: 'Photos',
      paragraphs: [
        'The place a photo was taken, and whatever else the camera noted in it, is taken out on your device before the photo is sent.',
      ],
    },
    {
      title: 'Nobody else',
      paragraphs: [
        'No trackers and no advertising networks. Until you ask for something that lives elsewhere (a gif, a payment), your device talks to Rangeday’s own servers alone.',
      ],
    },
    {
      title: 'Leaving',
      paragraphs: [
        'In Settings you can save everything we keep of you as a file, and ask for your account to be deleted. Your data is removed within 30 days; until then you can change your mind by logging in.',
      ],
    },
  ] satisfies TextSection[],
  contact: 'Questions about any of this:',
} as const;

export const installCopy = {
  lead: 'Installed, Rangeday opens from your home screen like any app, in a window of its own, and starts without signal.',
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
        'In Firefox: keep Rangeday as a bookmark. It works without signal there as well.',
      ],
    },
  ],
  whyTitle: 'Why install it',
  why: 'Browsers may clear what a website keeps when space runs short. What an installed app keeps is safer, and only an installed app on an iPhone may send notifications.',
} as const;

export const csaeCopy = {
  lead: 'Rangeday has zero tolerance for child sexual abuse and exploitation (CSAE). This policy holds for everything on Rangeday: posts, comments, messages, names and pictures.',
  sections: [
    {
      title: 'What is forbidden',
      paragraphs: [
        'Any picture, video, drawing or text that sexualises a minor; grooming; asking minors for pictures; sextortion; trafficking; and leading others to any of these, in public or in private.',
        'Rangeday is for adults. Accounts of people under 18 are closed.',
      ],
    },
    {
      title: 'What we do',
      paragraphs: [
        'We take such content down as soon as we know of it, close the account, keep what the law asks us to keep as evidence, and report it to the National Center for Missing & Exploited Children (NCMEC) and to the police in charge.',
        'Every report below is read by a person. You need no account, and you may stay unnamed.',
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
  offline: 'There is no signal. What you wrote is kept here as a draft: come back and send it when you are online.',
  kept: 'Kept on this device as you type.',
  count: (used: number, limit: number) => `${used} of ${limit}`,
  thanksTitle: 'Thank you!',
  thanks: 'Your message has arrived. We answer to the address you gave, usually within two days.',
} as const;

export const reportCopy = {
  title: 'Report abuse',
  lead: 'Tell us what you saw. A person reads every report.',
  url: 'Post URL',
  urlHint: 'The address of the post, beginning with https://',
  urlInvalid: 'Please enter the address (URL) of the post.',
  victim: 'Username of the victim (optional)',
  description: 'Description',
  descriptionMissing: 'Please describe what you saw.',
  email: 'Your email (optional)',
  emailHint: 'Only if we may ask you back.',
  emailInvalid: 'Please enter a valid email address.',
  tooLong: 'One or more fields exceed the maximum length.',
  files: 'Attachments (optional)',
  filesHint: 'Images or videos, up to 10. They go to us directly and are not kept on this device.',
  filesTooMany: 'A report may have at most 10 attachments.',
  chosen: (count: number) => (count === 1 ? '1 file chosen' : `${count} files chosen`),
  submit: 'Submit report',
  submitting: 'Submitting...',
  success: 'Thanks — your report was submitted. We will review it immediately.',
  another: 'Report something else',
  failed: 'Sorry — we could not submit the report. Try again or email the abuse address.',
  filesFailed: 'We could not upload the attachments. Please remove them and try again or email the abuse address.',
  bucketMissing:
    'The storage bucket for attachments is missing. Please remove them and try again or email the abuse address.',
  abuseAddress: 'Abuse address:',
} as const;
