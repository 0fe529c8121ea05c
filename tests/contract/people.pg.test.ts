import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MESSAGE_LENGTH, SendMessage } from '#contract/messages.ts';
import { EditProfile, PROFILE_LIMITS } from '#contract/profile.ts';
import { FileReport, REPORT_DETAILS_LENGTH, REPORT_REASONS } from '#contract/reports.ts';
import { action, newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

// The forms' schemas and the database accept the same cases.
let scratch: ScratchDatabase;
let admin: pg.Client;
let member: Session;
let other: string;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
  await admin.query("update private.rate_limits set max_count = 100000 where action in ('message', 'report')");
  member = new Session(await scratch.connect(), await newMember(admin));
  other = await newMember(admin);
});
afterAll(() => scratch.stop());

/** Accepted input is sent as the form changes it, rejected input unchanged, as a hostile client would. */
const sent = (form: { success: boolean; data?: unknown }, raw: unknown) =>
  (form.success ? form.data : raw) as Record<string, unknown>;
const applied = async (op: 'PUT' | 'PATCH', table: string, id: string, data: Record<string, unknown>) =>
  (await member.applyCrud(action({ op, table, id, data })))[0]?.status === 'applied';

test.each<[string, string, boolean]>([
  ['one letter', 'a', true],
  ['nothing', '', false],
  ['white space', ' \n\u00a0\u3000', false],
  ['the longest', 'x'.repeat(MESSAGE_LENGTH), true],
  ['the longest in emoji', '🎯'.repeat(MESSAGE_LENGTH), true],
  ['one character more', 'x'.repeat(MESSAGE_LENGTH + 1), false],
  ['markup and another script', '<b>שלום</b>', true],
])('a message: %s', async (_name, content, accepted) => {
  const raw = { recipient_id: other, content };
  const form = SendMessage.safeParse(raw);
  const data = { sender_id: member.id, ...sent(form, raw) };
  expect({ form: form.success, database: await applied('PUT', 'private_messages', randomUUID(), data) }).toEqual({
    form: accepted,
    database: accepted,
  });
});

const profile = {
  username: 'kip',
  first_name: '',
  last_name: '',
  city: '',
  state: '',
  about: '',
  dob: '',
  privacy_settings: {},
};
test.each<[string, Record<string, unknown>, boolean]>([
  ['only a name', {}, true],
  ['every allowed character in the name', { username: 'Kip_1.2-3' }, true],
  ['spaces around the name', { username: ' kip ' }, true],
  ['a space in it', { username: 'k ip' }, false],
  ['dots alone', { username: '..' }, false],
  ['no name', { username: '' }, false],
  ['a name too long', { username: 'x'.repeat(PROFILE_LIMITS.username + 1) }, false],
  ['a name in another script', { username: 'кip' }, false],
  [
    'the longest fields',
    {
      first_name: 'x'.repeat(PROFILE_LIMITS.name),
      city: 'x'.repeat(PROFILE_LIMITS.place),
      about: '🎯'.repeat(PROFILE_LIMITS.about),
    },
    true,
  ],
  ['a first name too long', { first_name: 'x'.repeat(PROFILE_LIMITS.name + 1) }, false],
  ['a city too long', { city: 'x'.repeat(PROFILE_LIMITS.place + 1) }, false],
  ['about too long', { about: 'x'.repeat(PROFILE_LIMITS.about + 1) }, false],
  ['a birthday', { dob: '1980-02-29' }, true],
  ['a date that does not exist', { dob: '1981-02-29' }, false],
  ['private fields', { privacy_settings: { city: true, dob: false } }, true],
  ['an unknown private field', { privacy_settings: { about: true } }, false],
  ['a privacy flag that is not a boolean', { privacy_settings: { city: 'true' } }, false],
])('a profile: %s', async (_name, change, accepted) => {
  const raw = { ...profile, ...change };
  const form = EditProfile.safeParse(raw);
  const fields = sent(form, { ...raw, dob: raw.dob === '' ? null : raw.dob });
  const data = { ...fields, privacy_settings: JSON.stringify(fields.privacy_settings) };
  expect({ form: form.success, database: await applied('PATCH', 'profiles', member.id ?? '', data) }).toEqual({
    form: accepted,
    database: accepted,
  });
});

test.each<[string, Record<string, unknown>, boolean]>([
  ...REPORT_REASONS.map((reason): [string, Record<string, unknown>, boolean] => [reason, { reason }, true]),
  ['an unknown reason', { reason: 'because' }, false],
  ['the longest details', { details: 'x'.repeat(REPORT_DETAILS_LENGTH) }, true],
  ['one character more', { details: 'x'.repeat(REPORT_DETAILS_LENGTH + 1) }, false],
  ['no member', { target_user_id: undefined }, false],
  ['an unknown kind', { target_type: 'page' }, false],
])('a report: %s', async (_name, change, accepted) => {
  const raw = {
    target_type: 'member',
    target_user_id: await newMember(admin),
    reason: 'other',
    details: '',
    ...change,
  };
  const form = FileReport.safeParse(raw);
  const data = { reporter_id: member.id, ...sent(form, raw) };
  expect({ form: form.success, database: await applied('PUT', 'reports', randomUUID(), data) }).toEqual({
    form: accepted,
    database: accepted,
  });
});
