import { expect, test } from 'vitest';
import { EditProfile, isAdultOn, isGeneratedName, latestDob } from './profile.ts';

test('the latest date of birth is 18 years ago to the day', () => {
  expect(latestDob(new Date(2026, 10, 22))).toBe('2008-11-22');
  expect(latestDob(new Date(2028, 1, 29))).toBe('2010-02-28');
  expect(isAdultOn('2008-11-22', new Date(2026, 10, 22))).toBe(true);
  expect(isAdultOn('2008-11-23', new Date(2026, 10, 22))).toBe(false);
  expect(isAdultOn('1899-12-31', new Date(2026, 10, 22))).toBe(false);
});

test('a date of birth under 18 has its own error; an empty one is null', () => {
  const profile = {
    username: 'sam_w',
    first_name: ' Sam ',
    last_name: '',
    city: '',
    state: '',
    about: '',
    privacy_settings: {},
  };
  const young = EditProfile.safeParse({ ...profile, dob: latestDob(new Date(Date.now() + 5 * 86_400_000)) });
  expect(young.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([['dob', 'not_adult']]);
  expect(EditProfile.parse({ ...profile, dob: '' })).toMatchObject({ dob: null, first_name: 'Sam', city: null });
});

test('only the name that was made from the id counts as generated', () => {
  const id = '0190a2b3-c4d5-7000-8000-000000000001';
  expect(isGeneratedName('user_0190a2b3', id)).toBe(true);
  expect(isGeneratedName('user_0190a2b3c4d5', id)).toBe(true);
  for (const chosen of ['user_0190', 'user_0190a2b4', 'user_', '', 'sam'])
    expect(isGeneratedName(chosen, id)).toBe(false);
});
