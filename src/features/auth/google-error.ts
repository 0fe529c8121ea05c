import { errorText } from '#copy/errors.ts';
import { signInCopy } from '#copy/sign-in.ts';

/** By the auth server's `error_code`, by Google's `error`, or by our own code. */
const TEXT: Record<string, string> = {
  access_denied: signInCopy.googleCancelled,
  provider_email_needs_verification: signInCopy.googleUnverified,
  user_banned: errorText('banned'),
  banned: errorText('banned'),
  offline: errorText('offline'),
  rate_limited: errorText('rate_limited'),
  bad_oauth_state: signInCopy.googleExpired,
  bad_oauth_callback: signInCopy.googleExpired,
  flow_state_already_used: signInCopy.googleExpired,
  link_expired: signInCopy.googleExpired,
};

export const googleErrorText = (code: string): string => TEXT[code] ?? signInCopy.googleFailed;
