import { text } from './text.ts';
import { z } from './zod.ts';

/** Characters. The specification has no limits for these. */
export const PROFILE_LIMITS = { username: 30, name: 60, place: 80, about: 1000 } as const;

/**
 * §5. Not only dots: `.` and `..` mean something in URLs. rpc/username_availability checks reserved and taken names.
 */
export const Username = z.string().check(
  z.trim(),
  z.regex(/^[A-Za-z0-9_.-]{1,30}$/, { message: 'username_pattern' }),
  z.refine((name) => /[^.]/.test(name), { message: 'username_reserved' }),
);

/** The answer of rpc/username_availability. */
export const UsernameVerdict = z.enum(['available', 'taken', 'reserved', 'invalid']);
export type UsernameVerdict = z.infer<typeof UsernameVerdict>;
/** offline: no answer came. error (§5): the lookup failed. Neither means that the name is available. */
export type NameAnswer = UsernameVerdict | 'error' | 'offline';
/** In the form. own: the member's present name. */
export type NameState = NameAnswer | 'empty' | 'checking' | 'own';
/** The answer of rpc/suggest_usernames. */
export const UsernameSuggestions = z.array(z.string());

/** §4: the name of a new profile that its member has not changed: 'user_' and at least 8 characters of the id. */
export const isGeneratedName = (username: string, userId: string): boolean =>
  username.length >= 'user_'.length + 8 && `user_${userId.replaceAll('-', '')}`.startsWith(username);

/** §4: the member has no username, or has not chosen it. */
export const needsProfileSetup = (username: string, userId: string): boolean =>
  username === '' || isGeneratedName(username, userId);

export const MIN_AGE = 18;
/** Earlier dates of birth are refused as well. */
export const EARLIEST_DOB = '1900-01-01';

/** The latest date of birth of an adult, as YYYY-MM-DD. */
export function latestDob(today: Date): string {
  const [year, month, day] = [today.getFullYear() - MIN_AGE, today.getMonth(), today.getDate()];
  // On 29 February, as Postgres subtracts years: the 28th of a year without that day.
  const last = new Date(year, month + 1, 0).getDate();
  return [year, month + 1, Math.min(day, last)].map((part) => String(part).padStart(2, '0')).join('-');
}

/** §5: the server checks again, with its own date. */
export const isAdultOn = (dob: string, today: Date): boolean => dob >= EARLIEST_DOB && dob <= latestDob(today);

/** The fields with a "Private?" box. E-mail and birthday are never shown to others, ticked or not. */
export const PRIVATE_FIELDS = ['first_name', 'last_name', 'city', 'state', 'dob', 'email'] as const;
export const PrivacySettings = z.partialRecord(z.enum(PRIVATE_FIELDS), z.boolean());

/** An optional field of the profile: text, or null if it is empty. */
const optional = (max: number) =>
  z.pipe(
    text(max),
    z.transform((value) => (value === '' ? null : value)),
  );

/** The edit form. '' as dob is saved as null. */
export const EditProfile = z.object({
  username: Username,
  first_name: optional(PROFILE_LIMITS.name),
  last_name: optional(PROFILE_LIMITS.name),
  city: optional(PROFILE_LIMITS.place),
  state: optional(PROFILE_LIMITS.place),
  about: optional(PROFILE_LIMITS.about),
  dob: z.union([
    z.iso.date().check(z.refine((dob) => isAdultOn(dob, new Date()), { message: 'not_adult' })),
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
  ]),
  privacy_settings: PrivacySettings,
});
export type EditProfile = z.infer<typeof EditProfile>;

/** The form of members without a chosen name. */
export const ChosenUsername = z.object({ username: Username });
