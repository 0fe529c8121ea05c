import { createHmac, timingSafeEqual } from 'node:crypto';

import { claimsOf } from './shapes.ts';
import { SETTINGS } from './settings.ts';
import type { Part, Setting } from './settings.ts';

export type Values = Readonly<Record<string, string | undefined>>;

/** Settings that are used together: one of them alone has no effect. */
const TOGETHER: readonly (readonly string[])[] = [
  ['MAIL_API_URL', 'MAIL_API_KEY', 'MAIL_FROM', 'CONTACT_TO'],
  ['SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID', 'SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['IMAGE_HOST_ADMIN_URL', 'IMAGE_HOST_ADMIN_KEY'],
];

const set = (values: Values, name: string): string | undefined => values[name] || undefined;

/** The problems of a file, one line each, in the order of the settings. Values are never repeated: most are secrets. */
export function problemsOf(values: Values, parts: readonly Part[]): string[] {
  const wanted = SETTINGS.filter((setting) => setting.parts.some((part) => parts.includes(part)));
  const single = wanted.flatMap((setting) => problemOf(setting, set(values, setting.name)));
  const wrong = new Set(single.map((line) => line.split(':', 1)[0] ?? ''));
  return [...single, ...betweenOf(values, wanted, wrong), ...unknownOf(values)];
}

function problemOf({ name, need, shape, about }: Setting, value: string | undefined): string[] {
  if (value === undefined) return need === 'required' ? [`${name}: is missing. ${about}`] : [];
  if (need === 'platform') return [`${name}: is set automatically. Remove it from the file.`];
  const result = shape.safeParse(value);
  return result.success ? [] : [`${name}: ${result.error.issues[0]?.message ?? 'is not valid'}.`];
}

/** What two settings must have in common. A setting that is wrong by itself is not compared. */
function betweenOf(values: Values, wanted: readonly Setting[], wrong: ReadonlySet<string>): string[] {
  const has = (name: string): boolean => wanted.some((setting) => setting.name === name) && !wrong.has(name);
  const get = (name: string): string | undefined => (has(name) ? set(values, name) : undefined);
  const lines: string[] = [];
  for (const group of TOGETHER) {
    const missing = group.filter((name) => has(name) && get(name) === undefined);
    const present = group.filter((name) => get(name) !== undefined || wrong.has(name));
    if (present.length > 0) for (const name of missing) lines.push(`${name}: is missing, but ${present[0]} is set.`);
  }
  const [jwt, guest, guestKey] = [get('JWT_SECRET'), get('GUEST_SECRET'), get('PS_GUEST_KEY')];
  for (const name of ['SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY']) {
    const key = get(name);
    if (jwt && key && !isSignedWith(key, jwt)) lines.push(`${name}: is not signed with JWT_SECRET.`);
    if (key && hasExpired(key)) lines.push(`${name}: has expired.`);
  }
  if (guest && guest === jwt) lines.push('GUEST_SECRET: is the same as JWT_SECRET; visitors could sign as members.');
  if (guest && guestKey && Buffer.from(guest).toString('base64url') !== guestKey)
    lines.push('PS_GUEST_KEY: is not GUEST_SECRET as base64url.');
  const [built, key] = [get('VITE_SUPABASE_ANON_KEY'), get('SUPABASE_ANON_KEY')];
  if (built && key && built !== key) lines.push('VITE_SUPABASE_ANON_KEY: is not the same as SUPABASE_ANON_KEY.');
  if (get('GOOGLE_ENABLED') === 'true' && !get('SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID'))
    lines.push('SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID: is missing, but GOOGLE_ENABLED is true.');
  const [host, app] = [get('PASSKEY_HOST'), get('APP_URL')];
  if (host && app && !`.${new URL(app).hostname}`.endsWith(`.${host}`))
    lines.push('PASSKEY_HOST: is not the host name of APP_URL, so that browsers refuse every passkey.');
  if (has('ACME_EMAIL') && get('APP_URL')?.startsWith('http:'))
    lines.push('APP_URL: is not https. Installed apps, push and service workers need it.');
  return lines;
}

function unknownOf(values: Values): string[] {
  const known = new Set(SETTINGS.map((setting) => setting.name));
  return Object.keys(values)
    .filter((name) => !known.has(name))
    .map((name) => `${name}: is not a setting of Rangeday. Remove it or correct its name.`);
}

function isSignedWith(token: string, secret: string): boolean {
  const [head, body, signature = ''] = token.split('.');
  const right = createHmac('sha256', secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  return given.length === right.length && timingSafeEqual(given, right);
}

function hasExpired(token: string): boolean {
  const until = claimsOf(token)?.['exp'];
  return typeof until === 'number' && until * 1000 < Date.now();
}
