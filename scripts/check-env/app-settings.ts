import type { Setting } from './setting.ts';
import { apiKey, baseUrl, email, httpsUrl, origin, socialLinks, word } from './shapes.ts';

const required = 'required' as const;

/** What the build of the app reads. */
export const APP_SETTINGS: readonly Setting[] = [
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
    need: { without: 'it leads to /support, which names this setting' },
  },
  {
    name: 'VITE_SOCIAL_LINKS',
    parts: ['app'],
    about: 'Links in the footer: `Name=https://…, Name=https://…`.',
    shape: socialLinks,
    need: { without: 'the footer leads to /support' },
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
];
