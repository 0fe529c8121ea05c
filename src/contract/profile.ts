import { text } from './text.ts';
import { z } from './zod.ts';

/** Characters. The specification has no limits for these. */
export const PROFILE_LIMITS = { username: 30, name: 60, place: 80, about: 1000 } as const;

/** §5. Not only dots, because `.` and `..` have a meaning in URLs. The server checks reserved and taken names: rpc/username_availability. */
export const Username = z.string().check(
  z.trim(),
  z.regex(/^[A-Za-z0-9_.-]{1,30}$/, { message: 'username_pattern' }),
  z.refine((name) => /[^.]/.test(name), { message: 'username_reserved' }),
);

/** The answer of rpc/username_availability, or 'error' if the call failed. */
export const UsernameVerdict = z.enum(['available', 'taken', 'reserved', 'invalid']);

/** The fields with a "Private?" box. E-mail and birthday are never shown to others, ticked or not. */
export const PRIVATE_FIELDS = ['first_name', 'last_name', 'city', 'state', 'dob', 'email'] as const;
export const PrivacySettings = z.partialRecord(z.enum(PRIVATE_FIELDS), z.boolean());

/** An optional field of the profile: text, or null if it is empty. */
const optional = (max: number) =>
  z.pipe(
    text(max),
    z.transform((value) => (value === '' ? null : value)),
  );

/** The edit form. The server checks the age and rejects a dob under 18; '' as dob is saved as null. */
export const EditProfile = z.object({
  username: Username,
  first_name: optional(PROFILE_LIMITS.name),
  last_name: optional(PROFILE_LIMITS.name),
  city: optional(PROFILE_LIMITS.place),
  state: optional(PROFILE_LIMITS.place),
  about: optional(PROFILE_LIMITS.about),
  dob: z.union([
    z.iso.date(),
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
  ]),
  privacy_settings: PrivacySettings,
});
export type EditProfile = z.infer<typeof EditProfile>;
