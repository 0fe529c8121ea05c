/** Posts that a member has saved for later. */
export const savedCopy = {
  add: 'Save post',
  remove: 'Remove from saved posts',
  added: 'Saved. You can read it offline.',
  removed: 'Removed from saved posts.',
  see: 'See saved posts',
  undo: 'Undo',
  list: 'Saved posts',
  loading: 'Loading posts...',
  onlyYou: 'Only you see this list. Posts, comments and pictures are',
  /** With data saver on. */
  onlyYouNoPictures: 'Only you see this list. Posts and comments are',
  onDevice: 'held on this device.',
  empty: 'No saved posts yet.',
  emptyText: 'Choose “Save post” in the menu of a post. You can read it here without signal.',
  notOnDevice: 'Not on this device yet.',
  notOnDeviceText: 'Your saved posts load when you are online.',
  olderNotHere: 'Older saved posts load when you are online.',
  hidden: (count: number) =>
    count === 1
      ? '1 saved post is not shown: you cannot read it any more, or you blocked or muted its author.'
      : `${count} saved posts are not shown: you cannot read them any more, or you blocked or muted their authors.`,
} as const;
