import { ask, firstLine } from './http.ts';
import type { Ask } from './http.ts';
import { askApi, expect, Problem } from './installation.ts';
import type { Installation } from './installation.ts';

/** What /health says of replication; null when nothing reads the changes of the database. */
interface Replication {
  readonly parts?: Readonly<Record<string, string>>;
  readonly sync_lag?: { bytes: number; seconds: number; checkpoint_age_seconds: number | null } | null;
}

export interface Check {
  readonly name: string;
  /** Resolves with a detail for the table. Throws Problem, or another error if there is no answer. */
  run(at: Installation): Promise<string>;
}

const HTML = { headers: { accept: 'text/html' } };
const NOBODY = '00000000-0000-7000-8000-000000000000';

/** Tables of which a visitor may read nothing: REST refuses the request, because there is no grant. */
const PRIVATE = ['private_messages', 'user_consents', 'push_subscriptions', 'write_rejections', 'csae_reports'];

const HEADERS: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^(strict-origin-when-cross-origin|no-referrer|same-origin)$/,
  'permissions-policy': /geolocation=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'content-security-policy':
    /default-src 'self'.*object-src 'none'.*require-trusted-types-for 'script'.*frame-ancestors 'none'/,
};

/** All of them only read. */
export const CHECKS: readonly Check[] = [
  {
    name: 'health',
    async run({ appUrl, supabaseUrl }) {
      const own = await ask(`${appUrl}/health`);
      // A static host answers with the app, and has the function below /api.
      const { status, json } = isHealth(own.json) ? own : await ask(`${supabaseUrl}/functions/v1/health`);
      expect(isHealth(json), `status ${status}, and no JSON of parts`);
      const { parts } = json as { parts: Record<string, string> };
      const failed = Object.entries(parts).filter(([, state]) => state === 'failed');
      expect(failed.length === 0, `failed: ${failed.map(([name]) => name).join(', ')}`);
      expect(status === 200, `status ${status}`);
      return Object.entries(parts)
        .map(([name, state]) => `${name} ${state}`)
        .join(', ');
    },
  },
  {
    name: 'replication',
    async run({ appUrl, supabaseUrl }) {
      const own = await ask(`${appUrl}/health`);
      const { json } = isHealth(own.json) ? own : await ask(`${supabaseUrl}/functions/v1/health`);
      const { parts, sync_lag: lag } = (json ?? {}) as Replication;
      if (lag === undefined) throw new Problem('/health does not report it: deploy the functions');
      if (lag === null) throw new Problem('nothing reads the changes of the database');
      const { bytes, seconds, checkpoint_age_seconds: age } = lag;
      const figures = `${Math.round(bytes / 1000)} kB and ${seconds} s behind, newest checkpoint ${age ?? '?'} s ago`;
      expect(parts?.replication === 'ok', `${parts?.replication}: ${figures}`);
      return figures;
    },
  },
  {
    name: 'app shell',
    async run({ appUrl }) {
      for (const path of ['/', '/members', '/no-such-page']) {
        const { status, headers, text } = await ask(`${appUrl}${path}`, HTML);
        expect(status === 200 && isHtml(headers), `${path} has status ${status}`);
        expect(text.includes('id="root"'), `${path} is another page`);
        const caching = headers.get('cache-control') ?? '';
        expect(/no-cache|no-store/.test(caching), `${path} may be cached`);
        // Static hosts have no rule for what is no screen (scripts/build/document-headers.ts).
        expect(path === '/no-such-page' || caching.includes('no-store'), `${path} is sent without no-store`);
      }
      return 'start page and screens';
    },
  },
  {
    name: 'assets',
    async run({ appUrl }) {
      const page = await ask(`${appUrl}/`, HTML);
      const path = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1];
      expect(path !== undefined, 'the page names no script');
      const found = await ask(`${appUrl}${path}`);
      expect(found.status === 200 && !isHtml(found.headers), `${path} has status ${found.status}`);
      expect(/immutable/.test(found.headers.get('cache-control') ?? ''), `${path} is not cached for ever`);
      const missing = await ask(`${appUrl}/assets/no-such-file.js`, HTML);
      expect(missing.status === 404 && !isHtml(missing.headers), 'a missing file is not 404');
      expect(!/immutable/.test(missing.headers.get('cache-control') ?? ''), 'a missing file is missing for ever');
      return `${path} is immutable, a missing file is 404`;
    },
  },
  {
    name: 'security headers',
    async run({ appUrl }) {
      for (const path of ['/', '/sw.js']) {
        const { headers } = await ask(`${appUrl}${path}`, HTML);
        for (const [name, pattern] of Object.entries(HEADERS)) {
          expect(pattern.test(headers.get(name) ?? ''), `${path}: ${name} is ${headers.get(name) ?? 'missing'}`);
        }
        const policy = headers.get('content-security-policy') ?? '';
        expect(!/'unsafe-(inline|eval)'/.test(policy), `${path}: the policy allows unsafe code`);
        if (appUrl.startsWith('https:')) {
          expect(/max-age=\d{7,}/.test(headers.get('strict-transport-security') ?? ''), `${path}: no HSTS`);
        }
      }
      return `${Object.keys(HEADERS).length} headers${appUrl.startsWith('https:') ? ' and HSTS' : ', no https'}`;
    },
  },
  {
    name: 'manifest',
    async run({ appUrl }) {
      const { status, json } = await ask(`${appUrl}/manifest.webmanifest`);
      const manifest = (json ?? {}) as { name?: string; icons?: { src: string }[] };
      expect(status === 200 && manifest.name !== undefined, `status ${status}`);
      for (const { src } of manifest.icons ?? []) {
        const icon = await ask(new URL(src, appUrl).href);
        expect(icon.status === 200 && !isHtml(icon.headers), `${src} has status ${icon.status}`);
      }
      return `${manifest.name}, ${manifest.icons?.length ?? 0} icons`;
    },
  },
  {
    name: 'service worker',
    async run({ appUrl }) {
      const { status, headers } = await ask(`${appUrl}/sw.js`);
      expect(status === 200 && /javascript/.test(headers.get('content-type') ?? ''), `status ${status}`);
      expect(/no-cache|no-store|max-age=0/.test(headers.get('cache-control') ?? ''), 'may be cached');
      const kill = await ask(`${appUrl}/kill-switch.js`);
      expect(kill.status === 200, 'kill-switch.js is missing');
      return 'not cached, kill-switch.js is there';
    },
  },
  {
    name: 'auth',
    async run(at) {
      const { status, json } = await askApi(at, '/auth/v1/settings');
      const settings = (json ?? {}) as { external?: Record<string, boolean>; mailer_autoconfirm?: boolean };
      expect(status === 200 && settings.external?.['email'] === true, `status ${status}`);
      expect(settings.mailer_autoconfirm === false, 'addresses are not confirmed');
      const user = await askApi(at, '/auth/v1/user');
      expect(user.status >= 400 && user.status < 500, `a visitor is a user: status ${user.status}`);
      return `mail${settings.external?.['google'] ? ' and Google' : ', no Google'}`;
    },
  },
  {
    name: 'REST: public rows',
    async run(at) {
      const { status, json } = await askApi(at, '/rest/v1/posts?select=id,visibility&order=id.desc&limit=50');
      expect(status === 200 && Array.isArray(json), `status ${status}`);
      const rows = json as { visibility: string }[];
      expect(
        rows.every((row) => row.visibility === 'public'),
        'a visitor reads posts that are not public',
      );
      return `${rows.length} posts, all public`;
    },
  },
  {
    name: 'REST: private rows',
    async run(at) {
      for (const path of [
        ...PRIVATE.map((table) => `${table}?select=*`),
        'profiles?select=email',
        'profiles?select=dob',
      ]) {
        const { status } = await askApi(at, `/rest/v1/${path}&limit=1`);
        expect(status === 401 || status === 403, `${path} has status ${status}`);
      }
      const other = await askApi(at, '/rest/v1/users?limit=1', { headers: { 'accept-profile': 'auth' } });
      expect(other.status >= 400, 'schema auth is served');
      return `${PRIVATE.length} tables and 2 columns refused`;
    },
  },
  {
    name: 'functions',
    async run(at) {
      const key = await askApi(at, '/functions/v1/push-key', { method: 'POST', body: {} });
      expect(key.status === 200, `push-key has status ${key.status}`);
      const own = await ask(`${at.appUrl}/api/push-key`, { method: 'POST', body: {} });
      expect(own.status === 200, `/api is not passed on to the functions: status ${own.status}`);
      for (const name of ['run-jobs', 'send-pushes']) {
        const { status } = await askApi(at, `/functions/v1/${name}`, { method: 'POST', body: {} });
        expect(status === 403, `${name} answers a visitor with status ${status}`);
      }
      return 'push-key answers, run-jobs and send-pushes refuse visitors';
    },
  },
  {
    name: 'sync',
    async run(at) {
      const { status } = await ask(`${at.syncUrl}/probes/liveness`);
      expect(status === 200, `liveness has status ${status}`);
      const stranger = await ask(`${at.syncUrl}/sync/stream`, { method: 'POST', body: {} });
      expect(stranger.status === 401, `a stream without a token has status ${stranger.status}`);
      const stream = await firstLine(`${at.syncUrl}/sync/stream`, await visitorsStream(at));
      expect(stream.status === 200, `a visitor's stream has status ${stream.status}`);
      expect(stream.line.includes('"checkpoint"'), 'the stream does not begin with a checkpoint');
      return 'refuses strangers, sends a checkpoint to visitors';
    },
  },
  {
    name: 'storage',
    async run(at) {
      const { status } = await askApi(at, '/storage/v1/status');
      expect(status === 200, `status ${status}`);
      for (const bucket of ['post-images', 'comment-images', 'csae-report-files', 'held-files']) {
        const file = await askApi(at, `/storage/v1/object/public/${bucket}/${NOBODY}/a.png`);
        expect(file.status >= 400 && file.status < 500, `${bucket} answers with status ${file.status}`);
      }
      return `private buckets are closed; ${await publicFile(at)}`;
    },
  },
  {
    name: 'link preview',
    async run(at) {
      const reader = { headers: { accept: 'text/html', 'user-agent': 'Twitterbot/1.0' } };
      const { headers, text } = await ask(`${at.appUrl}/posts/${NOBODY}`, reader);
      expect(isHtml(headers), 'is not HTML');
      expect(text.includes('og:title') && !text.includes('id="root"'), 'programs that show links get the app');
      return 'has its own page';
    },
  },
];

/** The request of a visitor's device that has no rows yet. */
export async function visitorsStream(at: Installation): Promise<Ask> {
  const guest = await askApi(at, '/functions/v1/guest-token', { method: 'POST', body: {} });
  const { token } = (guest.json ?? {}) as { token?: string };
  expect(token !== undefined, `guest-token has status ${guest.status}`);
  return {
    headers: { authorization: `Bearer ${token}` },
    body: {
      client_id: NOBODY,
      raw_data: true,
      include_checksum: true,
      streams: { include_defaults: true, subscriptions: [] },
    },
  };
}

/** The headers of a file in a public bucket, if a member has one. */
async function publicFile(at: Installation): Promise<string> {
  const picture = 'author->>profile_image_url';
  const found = await askApi(
    at,
    `/rest/v1/profiles_public?select=url:${picture}&${picture}=like.*/object/public/*&limit=1`,
  );
  expect(found.status === 200, `profiles have status ${found.status}`);
  const [row] = found.json as { url: string }[];
  if (!row) return 'no public file to look at';
  const { status, headers } = await ask(new URL(row.url, at.supabaseUrl).href);
  expect(status === 200, `a profile picture has status ${status}`);
  expect(headers.get('x-content-type-options') === 'nosniff', 'a public file is without nosniff');
  expect(/sandbox/.test(headers.get('content-security-policy') ?? ''), 'a public file is without a sandbox policy');
  return 'public files have nosniff and a sandbox';
}

const isHtml = (headers: Headers): boolean => /text\/html/.test(headers.get('content-type') ?? '');

const isHealth = (json: unknown): boolean => typeof json === 'object' && json !== null && 'parts' in json;
