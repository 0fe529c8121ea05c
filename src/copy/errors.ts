import type { AuthErrorCode, WriteErrorCode } from '#contract/errors.ts';

/** The texts of all error codes. */
export const ERROR_TEXT: Record<AuthErrorCode | WriteErrorCode, string> = {
  offline: 'You are offline. Try again when you are online.',
  invalid_input: 'Please check what you entered.',
  invalid_credentials: 'Incorrect email or password.',
  email_not_confirmed: 'Please confirm your address first: click the link in the email we sent you.',
  weak_password: 'Password must be at least 8 characters, include a number, a letter, and a special character.',
  same_password: 'Choose a password that is different from the old one.',
  email_taken: 'An account with this email already exists.',
  link_expired: 'This link has expired or has already been used.',
  rate_limited: 'Too many attempts. Wait a minute and try again.',
  banned: 'This account cannot sign in.',
  session_missing: 'Please log in again.',
  unsent: 'Not everything you wrote has been sent.',
  unknown: 'An error occurred.',
  post_empty: 'Please include at least a title, description, gif or image.',
  poll_incomplete: 'Poll question and all options must be filled.',
  too_long: 'This is too long.',
  signed_out: 'You are logged out. Log in to post; your draft is saved.',
  username_missing: 'Please set up your profile before you post.',
  storage_full: 'Device storage is full. Free some space; nothing you wrote is deleted.',
  storage_unavailable: 'This browser does not allow Rangeday to store anything. Nothing was saved.',
  not_found: 'This no longer exists.',
  sending: 'This is already being sent.',
  comment_empty: 'A comment needs some text or an image.',
  comments_locked: 'Comments on this post are locked.',
  message_blank: 'A message cannot be blank.',
  voted_already: 'You have already voted in this poll.',
  no_such_option: 'This poll does not have that option.',
  not_yourself: 'You cannot do this to yourself.',
  official_account: 'Official accounts cannot be unfriended or blocked.',
  friend_request_failed: 'Unable to send friend request.',
  not_friends: 'You are not friends with this member any more.',
  username_pattern:
    'Username can only contain letters, numbers, underscores, dashes, or periods. No spaces or special characters.',
  username_reserved: 'Username is reserved',
  not_adult: 'You must be 18 or older.',
  reported_already: 'You have reported this already.',
  staff_only: 'Only admin and ceo may do this.',
};

export const errorText = (code: string): string => (ERROR_TEXT as Record<string, string>)[code] ?? ERROR_TEXT.unknown;
