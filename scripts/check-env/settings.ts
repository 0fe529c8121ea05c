import type { z } from 'zod';

import {
  apiKey,
  base64url,
  baseUrl,
  count,
  databasePassword,
  email,
  flag,
  folder,
  headerName,
  httpsOrigins,
  httpsUrl,
  origin,
  port,
  secret,
  sender,
  socialLinks,
  startsWith,
  word,
} from './shapes.ts';

/** `app`: the build of the app. `functions`: supabase/functions. `server`: deploy/compose.yaml and what it mounts. */
export const PARTS = ['app', 'functions', 'server'] as const;
export type Part = (typeof PARTS)[number];

export interface Setting {
  readonly name: string;
  readonly parts: readonly Part[];
  /** What it is and who gets it, in one sentence. */
  readonly about: string;
  readonly shape: z.ZodType<string>;
  /**
   * `required`: nothing works without it. `platform`: hosted Supabase and deploy/compose.yaml set it, so no file contains it.
   * `default` is used when it is missing; `without` says what happens then.
   */
  readonly need: 'required' | 'platform' | { readonly default: string } | { readonly without: string };
  /** For .env.example. Never a usable secret. */
  readonly example?: string;
  readonly title?: string;
}

const required = 'required' as const;

/** Every variable that app build, functions and server read. Tests compare it with the code and with deploy/.env.example. */
export const SETTINGS: readonly Setting[] = [
  {
    title: 'Addresses',
    name: 'APP_URL',
    parts: ['functions', 'server'],
    about: "The app's address: links in mails, push messages and link previews; the proxy gets a certificate for it.",
    shape: origin,
    need: required,
    example: 'https://rangeday.example',
  },
  {
    name: 'ACME_EMAIL',
    parts: ['server'],
    about: 'The certificate authority writes to this address when a certificate cannot be renewed.',
    shape: email,
    need: required,
    example: 'admin@rangeday.example',
  },
  {
    title: 'App build',
    name: 'VITE_SUPABASE_URL',
    parts: ['app'],
    about:
      "Address of Supabase; with deploy/compose.yaml the app's own. An https address also adds HSTS to the headers.",
    shape: origin,
    need: required,
    example: 'https://rangeday.example',
  },
  {
    name: 'VITE_SUPABASE_ANON_KEY',
    parts: ['app'],
    about: 'The public key of the API, the same as SUPABASE_ANON_KEY.',
    shape: apiKey('anon', 'sb_publishable_'),
    need: required,
  },
  {
    name: 'VITE_POWERSYNC_URL',
    parts: ['app'],
    about: "Address of the sync service; with deploy/compose.yaml the app's own with /powersync.",
    shape: baseUrl,
    need: required,
    example: 'https://rangeday.example/powersync',
  },
  {
    name: 'VITE_DONATE_URL',
    parts: ['app'],
    about: 'Address of the donation button.',
    shape: httpsUrl,
    need: { without: 'it leads to the About page' },
  },
  {
    name: 'VITE_SOCIAL_LINKS',
    parts: ['app'],
    about: 'Links in the footer: `Name=https://…, Name=https://…`.',
    shape: socialLinks,
    need: { without: 'they lead to the About page' },
  },
  {
    name: 'VITE_ABUSE_EMAIL',
    parts: ['app'],
    about: 'Address for reports of abuse.',
    shape: email,
    need: { without: 'it is abuse@ and the host name' },
  },
  {
    name: 'VITE_IMAGE_HOST_URL',
    parts: ['app'],
    about: 'Address of an image host before `/image/upload`, for avatars, banners and ads.',
    shape: baseUrl,
    need: { without: 'they are stored in the bucket public-media' },
  },
  {
    name: 'VITE_IMAGE_HOST_PRESET',
    parts: ['app'],
    about: 'Unsigned preset of the image host, which allows pictures only.',
    shape: word,
    need: { without: 'there is no image host' },
  },
  {
    name: 'VITE_IMAGE_HOST_PICTURES',
    parts: ['app'],
    about: 'Origin from which the image host serves pictures.',
    shape: origin,
    need: { without: 'its pictures are blocked by the security headers' },
  },
  {
    title: 'Keys and passwords. `npm run check-env -- --secrets` prints a new set',
    name: 'JWT_SECRET',
    parts: ['server'],
    about: 'Signs the access tokens of members and the two keys below.',
    shape: secret,
    need: required,
  },
  {
    name: 'SUPABASE_ANON_KEY',
    parts: ['server'],
    about: 'Public key: a token with the role anon, signed with JWT_SECRET. Hosted Supabase sets it for the functions.',
    shape: apiKey('anon', 'sb_publishable_'),
    need: required,
  },
  {
    name: 'SUPABASE_SERVICE_ROLE_KEY',
    parts: ['server'],
    about:
      'Secret key that bypasses every policy, with the role service_role. Hosted Supabase sets it for the functions.',
    shape: apiKey('service_role', 'sb_secret_'),
    need: required,
  },
  {
    name: 'GUEST_SECRET',
    parts: ['functions', 'server'],
    about: 'Signs the sync tokens of visitors.',
    shape: secret,
    need: required,
  },
  {
    name: 'PS_GUEST_KEY',
    parts: ['server'],
    about: 'GUEST_SECRET as base64url, for the sync service.',
    shape: startsWith(/^[A-Za-z0-9_-]{43}/, '43 or more characters of base64url'),
    need: required,
  },
  {
    name: 'POSTGRES_PASSWORD',
    parts: ['server'],
    about: 'Password of the database roles of Postgres, Auth, REST and Storage.',
    shape: databasePassword,
    need: required,
  },
  {
    name: 'SYNC_PASSWORD',
    parts: ['server'],
    about: 'Password of the database role `powersync`, which reads all rows.',
    shape: databasePassword,
    need: required,
  },
  {
    name: 'SYNC_STORAGE_PASSWORD',
    parts: ['server'],
    about: "Password of the sync service's own database.",
    shape: databasePassword,
    need: required,
  },
  {
    title: 'Mails of the auth service',
    name: 'SMTP_HOST',
    parts: ['server'],
    about: 'Mail server for sign-up, reset and codes.',
    shape: startsWith(/^[A-Za-z0-9]/, 'a host name'),
    need: required,
    example: 'smtp.rangeday.example',
  },
  { name: 'SMTP_PORT', parts: ['server'], about: 'Its port.', shape: port, need: { default: '587' } },
  { name: 'SMTP_USER', parts: ['server'], about: 'Its log-in.', shape: startsWith(/./, 'a character'), need: required },
  {
    name: 'SMTP_PASS',
    parts: ['server'],
    about: 'Its password.',
    shape: startsWith(/./, 'a character'),
    need: required,
  },
  {
    name: 'SMTP_ADMIN_EMAIL',
    parts: ['server'],
    about: 'Sender of these mails.',
    shape: email,
    need: required,
    example: 'hello@rangeday.example',
  },
  {
    title: 'Contact form and orders, by the HTTP API of a mail service',
    name: 'MAIL_API_URL',
    parts: ['functions'],
    about: 'Base address of the mail service: `/emails` is appended.',
    shape: baseUrl,
    need: { without: 'the contact form returns an error' },
  },
  {
    name: 'MAIL_API_KEY',
    parts: ['functions'],
    about: 'Its key.',
    shape: startsWith(/^\S+$/, 'a character, or contains white space'),
    need: { without: 'the contact form returns an error' },
  },
  {
    name: 'MAIL_FROM',
    parts: ['functions'],
    about: 'Sender: `Rangeday <hello@rangeday.example>`.',
    shape: sender,
    need: { without: 'the contact form returns an error' },
  },
  {
    name: 'CONTACT_TO',
    parts: ['functions'],
    about: 'Who gets the messages of the contact form.',
    shape: email,
    need: { without: 'the contact form returns an error' },
  },
  {
    title: 'Push',
    name: 'VAPID_PUBLIC_KEY',
    parts: ['functions'],
    about: 'Public key of push messages. Replacing it loses all subscriptions.',
    shape: base64url(65),
    need: required,
  },
  {
    name: 'VAPID_PRIVATE_KEY',
    parts: ['functions'],
    about: 'Private key of push messages.',
    shape: base64url(32),
    need: required,
  },
  {
    name: 'VAPID_SUBJECT',
    parts: ['functions'],
    about: 'Where push services write about problems.',
    shape: startsWith(/^(mailto:|https:\/\/)/, 'mailto: or https://'),
    need: required,
    example: 'mailto:admin@rangeday.example',
  },
  {
    title: 'Third parties',
    name: 'GOOGLE_ENABLED',
    parts: ['server'],
    about: 'Log-in with Google.',
    shape: flag,
    need: { default: 'false' },
  },
  {
    name: 'SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID',
    parts: ['server'],
    about: 'OAuth client of Google, with the redirect URI <VITE_SUPABASE_URL>/auth/v1/callback.',
    shape: startsWith(/^\S+\.apps\.googleusercontent\.com$/, 'an id that ends with .apps.googleusercontent.com'),
    need: { without: 'nobody can log in with Google' },
  },
  {
    name: 'SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET',
    parts: ['server'],
    about: 'Its secret.',
    shape: startsWith(/^\S+$/, 'a character, or contains white space'),
    need: { without: 'nobody can log in with Google' },
  },
  {
    name: 'STRIPE_SECRET_KEY',
    parts: ['functions'],
    about: "Stripe's key for checkouts.",
    shape: startsWith(/^(sk|rk)_/, 'sk_ or rk_'),
    need: { without: 'orders return an error' },
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    parts: ['functions'],
    about: "Checks Stripe's calls of /functions/v1/stripe-webhook.",
    shape: startsWith(/^whsec_/, 'whsec_'),
    need: { without: 'no order becomes paid' },
  },
  {
    name: 'GIPHY_API_KEY',
    parts: ['functions'],
    about: 'Key of the GIF provider.',
    shape: startsWith(/^\S+$/, 'a character, or contains white space'),
    need: { without: 'there is no GIF button' },
  },
  {
    name: 'GIF_FETCH_BASE',
    parts: ['functions'],
    about: 'Address of an optimizer that is put before the addresses of GIFs.',
    shape: httpsUrl,
    need: { without: 'GIFs come from the provider' },
  },
  {
    name: 'IMAGE_HOST_ADMIN_URL',
    parts: ['functions'],
    about: 'Admin API of the image host: `https://api.cloudinary.com/v1_1/<cloud>`.',
    shape: baseUrl,
    need: { without: 'pictures of deleted accounts stay at the image host' },
  },
  {
    name: 'IMAGE_HOST_ADMIN_KEY',
    parts: ['functions'],
    about: 'Its `key:secret`.',
    shape: startsWith(/^[^\s:]+:[^\s:]+$/, 'key:secret'),
    need: { without: 'pictures of deleted accounts stay at the image host' },
  },
  {
    title: 'Server',
    name: 'CLIENT_IP_HEADER',
    parts: ['functions'],
    about:
      "Header with the client's address; the last entry counts. Behind a CDN, also set app.client_ip_header in the database.",
    shape: headerName,
    need: { default: 'x-forwarded-for' },
  },
  {
    name: 'JWT_EXPIRY',
    parts: ['server'],
    about: 'Lifetime of access tokens in seconds.',
    shape: count(300, 604_800),
    need: { default: '3600' },
  },
  {
    name: 'SLOT_WAL_LIMIT',
    parts: ['server'],
    about:
      'Megabytes of WAL kept for the sync service while it is away. Beyond it the slot is lost and sync starts over.',
    shape: count(512, 1_000_000),
    need: { default: '10240' },
  },
  {
    name: 'BACKUP_DIR',
    parts: ['server'],
    about: 'Folder of the host for dumps, base backups and WAL; best on another disk.',
    shape: folder,
    need: { default: './backups' },
  },
  {
    name: 'BACKUP_KEEP',
    parts: ['server'],
    about: 'How many dumps, and how many base backups, are kept.',
    shape: count(2, 1000),
    need: { default: '14' },
  },
  {
    title: 'Stand-ins for third parties, in tests',
    name: 'STRIPE_API_BASE',
    parts: ['functions'],
    about: "Address of Stripe's API.",
    shape: baseUrl,
    need: { default: 'https://api.stripe.com' },
  },
  {
    name: 'GIPHY_API_BASE',
    parts: ['functions'],
    about: "Address of the GIF provider's API.",
    shape: baseUrl,
    need: { default: 'https://api.giphy.com' },
  },
  {
    name: 'GIPHY_PINGBACK_BASE',
    parts: ['functions'],
    about: 'Address for reports to the GIF provider.',
    shape: baseUrl,
    need: { default: 'https://pingback.giphy.com' },
  },
  {
    name: 'PUSH_EXTRA_ORIGINS',
    parts: ['functions'],
    about: 'More push services than those of browsers.',
    shape: httpsOrigins,
    need: { without: 'only the push services of browsers are used' },
  },
  {
    name: 'SUPABASE_URL',
    parts: ['functions'],
    about: 'Address of the API as the functions reach it.',
    shape: baseUrl,
    need: 'platform',
  },
];
