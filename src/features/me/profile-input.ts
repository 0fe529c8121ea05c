import { EditProfile, PRIVATE_FIELDS } from '#contract/profile.ts';
import { errorText } from '#copy/errors.ts';
import type { ProfileValues } from './profile-queries.ts';

export const FIELDS = ['username', 'first_name', 'last_name', 'city', 'state', 'about', 'dob'] as const;
export type FieldName = (typeof FIELDS)[number];
export type FieldErrors = Partial<Record<FieldName, string>>;

export const toInput = (values: ProfileValues) => ({
  ...(Object.fromEntries(FIELDS.map((name) => [name, values[name] ?? ''])) as Record<FieldName, string>),
  privacy_settings: Object.fromEntries(PRIVATE_FIELDS.map((name) => [name, values[`private_${name}`] === 'true'])),
});

/** One sentence for each field that cannot be saved. */
export function errorsOf(values: ProfileValues): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of EditProfile.safeParse(toInput(values)).error?.issues ?? []) {
    const name = FIELDS.find((field) => field === path[0]);
    if (name) errors[name] ??= errorText(message in errorCodes ? message : 'invalid_input');
  }
  return errors;
}

const errorCodes = { username_pattern: 1, username_reserved: 1, too_long: 1, not_adult: 1 };
