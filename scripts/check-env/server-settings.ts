import type { Setting } from './setting.ts';
import { baseUrl, count, flag, folder, headerName, httpsUrl, startsWith } from './shapes.ts';

/** Third parties, and the programs of the server. */
export const SERVER_SETTINGS: readonly Setting[] = [
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
    parts: ['app', 'functions'],
    about: 'Address of an optimizer that is put before the addresses of GIFs; the build allows its origin.',
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
    parts: ['functions', 'server'],
    about:
      "Header with the client's address alone, which a client cannot write. Behind a CDN, also set app.client_ip_header in the database.",
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
    name: 'SYNC_SERVERS',
    parts: ['server'],
    about: 'How many containers answer devices with deploy/compose.split.yaml.',
    shape: count(1, 64),
    need: { default: '2' },
  },
  {
    name: 'BACKUP_DIR',
    parts: ['server'],
    about: 'Folder of the host for dumps, base backups, WAL and stored files; best on another disk.',
    shape: folder,
    need: { default: './backups' },
  },
  {
    name: 'BACKUP_KEEP',
    parts: ['server'],
    about: 'How many dumps, base backups and copies of the stored files are kept.',
    shape: count(2, 1000),
    need: { default: '14' },
  },
];
