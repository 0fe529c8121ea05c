/** Errors of log-in and log-out. Their texts are in copy/errors.ts. */
export const AUTH_ERROR_CODES = [
  'offline',
  'server',
  'invalid_input',
  'invalid_credentials',
  'email_not_confirmed',
  'weak_password',
  'same_password',
  'email_taken',
  'link_expired',
  'rate_limited',
  'banned',
  'session_missing',
  'unsent',
  'unknown',
] as const;
export type AuthErrorCode = (typeof AUTH_ERROR_CODES)[number];

/** Reasons why a local write failed. It stored nothing. */
export const WRITE_ERROR_CODES = [
  'post_empty',
  'poll_incomplete',
  'too_long',
  'invalid_input',
  'signed_out',
  'username_missing',
  'storage_full',
  'storage_unavailable',
  'not_found',
  'sending',
  'video_missing',
  'comment_empty',
  'comments_locked',
  'message_blank',
  'voted_already',
  'poll_voted',
  'no_such_option',
  'not_yourself',
  'official_account',
  'friend_request_failed',
  'not_friends',
  'username_pattern',
  'username_reserved',
  'not_adult',
  'reported_already',
  'staff_only',
] as const;
export type WriteErrorCode = (typeof WRITE_ERROR_CODES)[number];
