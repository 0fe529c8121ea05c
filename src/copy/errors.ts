import type { AuthErrorCode, WriteErrorCode } from '#contract/errors.ts';

/** The only place where a code becomes a sentence. */
export const ERROR_TEXT: Record<AuthErrorCode | WriteErrorCode, string> = {
  offline: 'There is no signal. Try again when you are online.',
  invalid_input: 'Please check what you entered.',
  invalid_credentials: 'Email or password is not right.',
  email_not_confirmed: 'Please confirm your address first: click the link in the mail we sent you.',
  weak_password: 'Password must be at least 8 characters, include a number, a letter, and a special character.',
  same_password: 'Choose a password that is different from the old one.',
  email_taken: 'An account with this email exists already.',
  link_expired: 'This link was used already or is too old.',
  rate_limited: 'Too many tries. Wait a minute and try again.',
  banned: 'This account cannot sign in.',
  session_missing: 'Please log in again.',
  unsent: 'Not everything you wrote has gone out.',
  unknown: 'An error occurred.',
  post_empty: 'Please include at least a title, description, gif or image.',
  too_long: 'This is too long.',
  signed_out: 'You are logged out. Log in to post; your draft is kept.',
  username_missing: 'Please set up your profile before you post.',
  storage_full: 'This device is full. Free some space; nothing you wrote is removed.',
  storage_unavailable: 'This browser does not let Rangeday keep anything. Nothing was stored.',
  not_found: 'This is gone already.',
  sending: 'This is on its way already.',
  comment_empty: 'A comment needs some text or an image.',
  comments_locked: 'Comments on this post are locked.',
  message_blank: 'A message cannot be blank.',
  voted_already: 'You have voted in this poll already.',
  no_such_option: 'This poll has no such option.',
  not_yourself: 'You cannot do this to yourself.',
  official_account: 'Official accounts cannot be unfriended or blocked.',
  friend_request_failed: 'Unable to send friend request.',
  not_friends: 'You are not friends with this member any more.',
  username_pattern:
    'Username can only contain letters, numbers, underscores, dashes, or periods. No spaces or special characters.',
  username_reserved: 'Username is reserved',
};

export const errorText = (code: string): string => (ERROR_TEXT as Record<string, string>)[code] ?? ERROR_TEXT.unknown;
