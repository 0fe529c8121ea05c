import { parseEnv } from 'node:util';

import { describe, expect, it } from 'vitest';

import { problemsOf } from './check.ts';
import { newSecrets } from './secrets.ts';
import { PARTS } from './settings.ts';

const ADDRESSES = {
  APP_URL: 'https://rangeday.example',
  PASSKEY_HOST: 'rangeday.example',
  ACME_EMAIL: 'admin@rangeday.example',
  VITE_SUPABASE_URL: 'https://rangeday.example',
  VITE_POWERSYNC_URL: 'https://rangeday.example/powersync',
  SMTP_HOST: 'smtp.rangeday.example',
  SMTP_USER: 'rangeday',
  SMTP_PASS: 'a password',
  SMTP_ADMIN_EMAIL: 'hello@rangeday.example',
  VAPID_SUBJECT: 'mailto:admin@rangeday.example',
};
const complete: Record<string, string | undefined> = { ...parseEnv(await newSecrets()), ...ADDRESSES };
const check = (change: Record<string, string> = {}) => problemsOf({ ...complete, ...change }, PARTS);

describe('check-env', () => {
  it('accepts new secrets with addresses and a mail server', () => {
    expect(check()).toEqual([]);
  });

  it('names each missing setting, with what it is for', () => {
    expect(check({ APP_URL: '', GUEST_SECRET: '' })).toEqual([
      expect.stringMatching(/^APP_URL: is missing\. The app's address/),
      expect.stringMatching(/^GUEST_SECRET: is missing\./),
    ]);
  });

  it.each([
    ['APP_URL', 'https://rangeday.example/'],
    ['APP_URL', 'http://rangeday.example'],
    ['VITE_SOCIAL_LINKS', 'Mastodon=http://example.org'],
    ['PASSKEY_HOST', 'https://rangeday.example'],
    ['PASSKEY_HOST', '127.0.0.1'],
    ['GUEST_SECRET', 'short'],
    ['POSTGRES_PASSWORD', 'a password with / and @ and more'],
    ['SMTP_PORT', '70000'],
    ['VAPID_PRIVATE_KEY', 'AAAA'],
    ['JWT_EXPIRY', 'an hour'],
    ['MAILS_PER_HOUR', '5'],
    ['CLIENT_IP_HEADER', 'x-forwarded-for, cf-connecting-ip'],
    ['SYNC_SERVERS', '0'],
    ['GOOGLE_ENABLED', 'yes'],
    ['SUPABASE_ANON_KEY', String(complete['SUPABASE_SERVICE_ROLE_KEY'])],
    ['VITE_SUPABASE_ANON_KEY', String(complete['SUPABASE_SERVICE_ROLE_KEY'])],
    ['SUPABASE_URL', 'http://proxy:8000'],
    ['POSTGRES_PASWORD', 'a misspelt name'],
  ])('%s=%s is one line', (name, value) => {
    expect(check({ [name]: value })).toEqual([expect.stringMatching(`^${name}: `)]);
  });

  it('never prints a value', () => {
    const value = `${complete['JWT_SECRET']} `;
    expect(check({ JWT_SECRET: value }).join('\n')).not.toContain(complete['JWT_SECRET'] ?? '');
  });

  it('requires keys of the same secret', async () => {
    const other = parseEnv(await newSecrets());
    expect(check({ JWT_SECRET: String(other['JWT_SECRET']) })).toEqual([
      'SUPABASE_ANON_KEY: is not signed with JWT_SECRET.',
      'SUPABASE_SERVICE_ROLE_KEY: is not signed with JWT_SECRET.',
    ]);
    expect(check({ PS_GUEST_KEY: String(other['PS_GUEST_KEY']) })).toEqual([
      'PS_GUEST_KEY: is not GUEST_SECRET as base64url.',
    ]);
  });

  it('requires settings that are used together', () => {
    expect(check({ STRIPE_SECRET_KEY: 'sk_live_1' })).toEqual([
      'STRIPE_WEBHOOK_SECRET: is missing, but STRIPE_SECRET_KEY is set.',
    ]);
    expect(check({ GOOGLE_ENABLED: 'true' })).toEqual([
      'SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID: is missing, but GOOGLE_ENABLED is true.',
    ]);
  });

  it('requires the host name of passkeys to be the one of the app, or a domain above it', () => {
    const line = 'PASSKEY_HOST: is not the host name of APP_URL, so that browsers refuse every passkey.';
    expect(check({ PASSKEY_HOST: 'other.example' })).toEqual([line]);
    expect(check({ PASSKEY_HOST: 'day.example' })).toEqual([line]);
    expect(check({ APP_URL: 'https://app.rangeday.example' })).toEqual([]);
  });

  it('checks only the parts that are asked for', () => {
    const hosted = {
      APP_URL: ADDRESSES.APP_URL,
      GUEST_SECRET: complete['GUEST_SECRET'],
      VAPID_PUBLIC_KEY: complete['VAPID_PUBLIC_KEY'],
      VAPID_PRIVATE_KEY: complete['VAPID_PRIVATE_KEY'],
      VAPID_SUBJECT: ADDRESSES.VAPID_SUBJECT,
    };
    expect(problemsOf(hosted, ['functions'])).toEqual([]);
    expect(problemsOf(hosted, ['app']).map((line) => line.split(':')[0])).toEqual([
      'VITE_SUPABASE_URL',
      'VITE_SUPABASE_ANON_KEY',
      'VITE_POWERSYNC_URL',
    ]);
  });
});
