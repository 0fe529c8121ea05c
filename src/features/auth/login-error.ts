import { authCopy } from '#copy/auth.ts';

export interface LoginError {
  email?: string;
  password?: string;
  general?: string;
}

/** §8: the field comes from the provider's message. No lookup reveals whether an account exists. */
export function toLoginError(message: string): LoginError {
  if (/email/i.test(message)) return { email: authCopy.emailNotFound };
  if (/password/i.test(message)) return { password: authCopy.wrongPassword };
  return { general: message };
}
