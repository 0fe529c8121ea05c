import { titlesCopy } from './titles.ts';

export const settingsCopy = {
  appearance: 'Appearance',
  theme: 'Theme',
  themes: { auto: 'Auto', light: 'Light', dark: 'Dusk', glare: 'Sun glare' },
  themeNotes: {
    auto: 'Same as your device.',
    glare: 'Black on white with heavy lines, for reading in direct sun.',
  },
  textSize: 'Text size',
  textSizes: { normal: 'Normal', large: 'Large', larger: 'Larger', largest: 'Largest' },
  gloves: 'Gloves',
  glovesHint: 'Buttons and rows are larger and further apart, and nothing needs a swipe, a drag or two fingers.',
  reading: 'Reading and writing',
  dataSaver: 'Data saver',
  dataSaverHint:
    'Photos and videos load when you tap them; ads, banners and the choice of GIFs show their names. Text, votes and messages always load.',
  shortcuts: 'Keyboard shortcuts',
  shortcutsHint: 'Single keys such as j, k and n work while you are not typing. Press ? for the list.',
  enterBreaks: 'Enter starts a new line',
  enterBreaksHint:
    'In messages, with a keyboard on the screen. Without it Enter sends, and Shift+Enter starts a new line.',
  haptics: 'Vibration',
  hapticsHint: 'Short when something was sent, twice when it was refused. Never with reduced motion.',
  saved: 'Saved on this device for everyone who logs in here.',
  notSaved: 'This browser does not allow storage: the setting lasts until you close the tab.',
  account: 'Account',
  device: 'This device',
  notifications: {
    title: titlesCopy.settingsParts.notifications,
    hint: 'Choose what notifies you while Rangeday is closed.',
    loading: 'Loading...',
    intro:
      'Choose what notifies you while Rangeday is closed. The list of notifications in the app is always complete.',
    labels: {
      friend_request: 'Friend requests',
      friend_accept: 'Accepted friend requests',
      comment: 'Comments',
      mention: 'Mentions',
      message: 'Messages',
      moderation: 'Moderation',
      promotion: 'Promotion',
    },
    notes: {
      friend_request: 'Somebody wants to be your friend.',
      friend_accept: 'Somebody accepted your request.',
      comment: 'On your posts, and replies to your comments.',
      mention: 'Somebody wrote your @name.',
      message: 'Shows who wrote, never what.',
      moderation: 'A post of yours was removed, and why.',
      promotion: 'You became an admin.',
    },
    synced: 'Saved for all your devices.',
  },
  orders: {
    title: titlesCopy.settingsParts.orders,
    hint: 'What you ordered in the shop, and whether it is paid.',
  },
  storage: {
    title: titlesCopy.settingsParts.storage,
    hint: 'What Rangeday stores here, and freeing space.',
    total: (allowed: string) => `on this device, of ${allowed} the browser allows`,
    totalUnknown: 'on this device',
    persistent: 'The browser has agreed to keep it.',
    notPersistent:
      'The browser may delete all of it when the device is full. Rangeday asks it not to when you write, share or pack something.',
    measuring: 'Measuring...',
    failed: 'This could not be measured.',
    unknown: 'This browser does not report its total.',
    memory:
      'This window is private, or its browser does not allow storage. Posts and drafts are lost when you close it.',
    stored: 'What is stored',
    pictures: 'Pictures',
    picturesOf: {
      seen: 'Pictures you have seen',
      saved: 'Pictures of saved posts',
      packed: 'Pictures of range mode and tags',
    },
    picturesNote: (count: number, place: number) =>
      count === 0
        ? 'None yet.'
        : `${count === 1 ? '1 picture' : `${count} pictures`}. When the device is full, cleared ${['first', 'second', 'third'][place - 1]}.`,
    picturesNone: 'Not kept in this browser.',
    posts: 'Posts, comments, messages',
    postsNote: 'Kept for reading without signal. Not cleared when the device is full.',
    app: 'The app itself',
    appNote: 'Stays, so that Rangeday opens without signal.',
    drafts: 'Drafts',
    draftsNote: (count: number) =>
      count === 0 ? 'None.' : `${count === 1 ? '1 draft' : `${count} drafts`}. Never cleared.`,
    waiting: 'Waiting to be sent',
    waitingNote: (count: number) => (count === 0 ? 'Nothing.' : `${count} in the outbox. Never cleared.`),
    estimate:
      'The total is an estimate of your browser, with its own overhead. The lines are measured, and add up to less.',
    clear: 'Clear pictures',
    frees: (size: string) => `Frees ${size}. Pictures load again when you open them.`,
    nothing: 'Nothing to clear now.',
    askTitle: 'Clear pictures?',
    askText: (size: string) =>
      `This frees ${size}: pictures, and posts stored for reading while logged out. Drafts, and what waits to be sent, stay. Without signal there are no pictures until you are online again.`,
    confirm: 'Clear',
    keep: 'Keep',
    clearing: 'Clearing...',
    clearFailed: 'The pictures could not be cleared. Please try again.',
    cleared: (size: string) => `${size} freed.`,
  },
  about: 'Rangeday',
} as const;
