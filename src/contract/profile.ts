import { text } from './text.ts';
import { z } from './zod.ts';

/** Characters; the specification names no maximum for these. */
export const PROFILE_LIMITS = { username: 30, name: 60, place: 80, about: 1000 } as const;

/** §5, and no name of dots alone: `.` and `..` mean something else in an address. Reserved and taken names are the server's to know: rpc/username_availability. */
export const Username = z.string().check(
  z.trim(),
  z.regex(/^[A-Za-z0-9_.-]{1,30}$/, { message: 'username_pattern' }),
  z.refine((name) => /[^.]/.test(name), { message: 'username_reserved' }),
);

/** What rpc/username_availability answers; a failed call is 'error' and never means available. */
export const UsernameVerdict = z.enum(['available', 'taken', 'reserved', 'invalid']);

/** The fields with a "Private?" box. E-mail and birthday are never shown to others, ticked or not. */
export const PRIVATE_FIELDS = ['first_name', 'last_name', 'city', 'state', 'dob', 'email'] as const;
export const PrivacySettings = z.partialRecord(z.enum(PRIVATE_FIELDS), z.boolean());

/** Text, or null where it is empty: how an optional field of the profile is stored. */
const optional = (max: number) =>
  z.pipe(
    text(max),
    z.transform((value) => (value === '' ? null : value)),
  );

/** The edit form. Ages are the server's to judge (a dob under 18 is refused); '' as dob is saved as null. */
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
