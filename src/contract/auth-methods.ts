/**
 * What this app calls of auth-js's client. The build leaves out what these do not call
 * (scripts/build/unused-methods.ts).
 */
export const AUTH_METHODS = [
  'signUp',
  'signInWithPassword',
  'signInWithOtp',
  'verifyOtp',
  'resend',
  'resetPasswordForEmail',
] as const;
