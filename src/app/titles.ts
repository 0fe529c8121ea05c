import { authCopy } from '#copy/auth.ts';
import { outboxCopy } from '#copy/outbox.ts';
import { postsCopy } from '#copy/posts.ts';
import { shellCopy } from '#copy/shell.ts';

/** What each page is called, in its bar and in the browser's tab. */
export const titles = {
  about: shellCopy.about,
  contact: shellCopy.contact,
  createPost: postsCopy.newPost,
  csae: shellCopy.csae,
  editPost: postsCopy.editPost,
  install: shellCopy.install,
  logIn: authCopy.logInTitle,
  merch: shellCopy.merch,
  outbox: outboxCopy.title,
  post: postsCopy.postTitle,
  privacy: shellCopy.privacy,
  resetPassword: authCopy.resetTitle,
  settings: shellCopy.settings,
  signUp: authCopy.signUpTitle,
  verifyEmail: authCopy.verifyTitle,
} as const;
