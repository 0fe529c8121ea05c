import { titlesCopy } from './titles.ts';

export const rangeCopy = {
  title: titlesCopy.settingsParts.range,
  hint: 'Save what you may want to read without signal.',
  idleTitle: 'Leaving Wi-Fi?',
  idle: 'Save what you may want to read out there. What this device holds now is from',
  idleUnknown: 'Save what you may want to read out there.',
  packingTitle: 'Packing for the range',
  packingRows: (done: number, count: number) =>
    count === 0 ? 'Reading...' : `${done} of ${count} profiles and threads`,
  packingPhotos: (size: string) => `${size} of photos saved on this device`,
  left: (seconds: number) =>
    seconds < 60 ? `about ${Math.max(1, seconds)} s left` : `about ${Math.ceil(seconds / 60)} min left`,
  progress: 'Packing',
  readyTitle: 'Packed. Ready for the range',
  ready: (size: string) => `${size} saved on this device. Packed`,
  list: 'What this device holds',
  kinds: {
    feed: 'Feed',
    friends: 'Friends',
    photos: 'Photos',
    messages: 'Messages',
    notifications: 'Notifications',
    members: 'Members',
  },
  feed: (posts: number, whole: number, comments: number) =>
    whole === posts
      ? `${counted(posts, 'post')} with ${counted(comments, 'comment')}`
      : `${whole} of ${counted(posts, 'post')} held with all comments`,
  friends: (friends: number, posts: number, whole: number) =>
    whole === posts
      ? `${counted(friends, 'friend')}, ${counted(posts, 'post')}`
      : `${counted(friends, 'friend')}, ${whole} of ${counted(posts, 'post')} held with all comments`,
  photos: (here: number, count: number) => (here === count ? counted(count, 'photo') : `${here} of ${count} held`),
  messages: (threads: number, messages: number) => `${counted(threads, 'thread')}, ${counted(messages, 'message')}`,
  notifications: (unread: number, read: number) => `${unread} unread, ${read} read`,
  members: (names: number, profiles: number) => `${counted(names, 'name')}, ${counted(profiles, 'profile')}`,
  photosUpTo: 'Photos up to',
  megabytes: (count: string) => `${count} MB`,
  pack: (size: string | null) => (size === null ? 'Pack for the range' : `Pack for the range · ${size}`),
  again: 'Pack again',
  stop: 'Stop here',
  stays: 'You can leave this page. What is packed stays.',
  notSaved: (free: string | null) => `GIFs and videos are not saved.${free ? ` ${free} free.` : ''}`,
  later: 'What you write out there is sent automatically later.',
  offline: 'You are offline. Packing needs a connection; what is held stays readable.',
  problems: {
    offline: 'The connection was lost. What is packed stays; pack again for the rest.',
    full: 'There is no room on this device. What is packed stays.',
  },
  day: 'Next day at the range',
  dayHint:
    'Packs the day before and on that day, when Rangeday is open and there is signal: on Wi-Fi, or over any connection in a browser that does not report Wi-Fi.',
  weekdays: 'Days of each week',
  weekdayNames: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  ahead: {
    granted: 'While Rangeday is closed, this browser checks the day before, and a notification asks you to open it.',
    denied: 'This browser allows no checks while Rangeday is closed. Open it the day before.',
    notInstalled: 'Install Rangeday to be reminded the day before. Without that, open it the day before.',
    none: 'This browser cannot check while Rangeday is closed. Open it the day before.',
  },
  reading: 'Reading...',
  busy: 'Something else is being packed. Wait until it is ready.',
  tags: 'Packed tags',
  tag: {
    pack: (tag: string) => `Pack #${tag}`,
    again: 'Pack again',
    remove: 'Remove',
    removeOf: (tag: string) => `Remove the pack of #${tag}`,
    removed: (tag: string) => `The pack of #${tag} was removed.`,
    size: (posts: number, comments: number, size: string) =>
      `${counted(posts, 'post')}, ${counted(comments, 'comment')}, ${size} of photos`,
    cost: (posts: number, comments: number, size: string) =>
      `${counted(posts, 'post')}, ${counted(comments, 'comment')}, about ${size} of photos. Stays on this device for a day.`,
    packed: 'Packed',
    progress: (tag: string) => `Packing #${tag}`,
    rows: (done: number, count: number) => (count === 0 ? 'Reading posts...' : `${done} of ${count} lists and threads`),
    offline: 'You are offline. Packing needs a connection.',
  },
} as const;

function counted(count: number, name: string): string {
  return count === 1 ? `1 ${name}` : `${count} ${name}s`;
}
