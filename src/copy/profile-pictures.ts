/** Avatar and banner in the profile form. */
export const profilePicturesCopy = {
  change: { avatar: 'Change picture', banner: 'Change banner' },
  titles: { avatar: 'Profile picture', banner: 'Banner' },
  stage: 'Picture. Drag it, or move it with the arrow keys; plus and minus zoom.',
  zoom: 'Zoom',
  turn: 'Turn right',
  located: 'Location removed',
  cancel: 'Cancel',
  use: 'Use picture',
  using: 'Uploading...',
  done: { avatar: 'Profile picture updated.', banner: 'Banner updated.' },
  queued: 'The picture is kept on this device and will send automatically.',
  unreadable: 'This file is not a picture that this browser can open.',
  tooLarge: 'This file is too large. Choose one under 30 MB.',
  offline: 'The picture was not uploaded: there is no connection. Try again when you are online.',
} as const;
