import { z } from './zod.ts';

export const PASSWORD_MIN = 8;

/** §5: at least 8 characters with a letter, a digit and a special character. */
export function isStrongPassword(password: string): boolean {
  return (
    password.length >= PASSWORD_MIN &&
    /\p{L}/u.test(password) &&
    /\p{Nd}/u.test(password) &&
    /[^\p{L}\p{Nd}\s]/u.test(password)
  );
}

export const SignUp = z.object({
  email: z.email(),
  password: z.string().check(z.refine(isStrongPassword, { message: 'password_weak' })),
  terms: z.literal(true, { message: 'terms_missing' }),
  adult: z.literal(true, { message: 'adult_missing' }),
});
export type SignUp = z.infer<typeof SignUp>;

export const TERMS_VERSION = '2026-11-01';

/** Account metadata from the sign-up or the first log-in. create_profile_and_friend copies it to user_consents. */
export const Consents = z.object({
  terms_version: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,40}$/)),
  terms_accepted: z.literal(true),
  adult_confirmed: z.literal(true),
});
export type Consents = z.infer<typeof Consents>;

export const consentsTo = (termsVersion: string): Consents => ({
  terms_version: termsVersion,
  terms_accepted: true,
  adult_confirmed: true,
});

export const LogIn = z.object({ email: z.email(), password: z.string().check(z.minLength(1)) });
export type LogIn = z.infer<typeof LogIn>;

/** §4: the name of a new profile. */
export const autoUsername = (userId: string): string => `user_${userId.slice(0, 8)}`;

/** Answer of the `guest-token` function: a short-lived token that is valid only for the sync stream. */
export const GuestToken = z.object({
  token: z.string().check(z.minLength(1)),
  expires_at: z.iso.datetime({ offset: true }),
});
export type GuestToken = z.infer<typeof GuestToken>;
