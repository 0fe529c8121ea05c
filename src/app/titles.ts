import { authCopy } from '#copy/auth.ts';
import { outboxCopy } from '#copy/outbox.ts';
import { postsCopy } from '#copy/posts.ts';

/** What each page is called, in its bar and in the browser's tab. */
export const titles = {
  createPost: postsCopy.newPost,
  editPost: postsCopy.editPost,
  logIn: authCopy.logInTitle,
  outbox: outboxCopy.title,
  post: postsCopy.postTitle,
  resetPassword: authCopy.resetTitle,
  signUp: authCopy.signUpTitle,
  verifyEmail: authCopy.verifyTitle,
} as const;
