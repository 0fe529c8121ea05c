/** Page titles in the bar and in the browser's tab. A separate file, because the first chunk contains all of them. */
export const titlesCopy = {
  about: 'About',
  contact: 'Contact',
  createPost: 'New post',
  csae: 'CSAE Policy',
  editPost: 'Edit post',
  install: 'Install',
  logIn: 'Log In',
  merch: 'Merch',
  outbox: 'Outbox',
  post: 'Post',
  privacy: 'Privacy',
  resetPassword: 'Choose a new password',
  settings: 'Settings',
  signUp: 'Sign Up',
  verifyEmail: 'Check your email',
} as const;
