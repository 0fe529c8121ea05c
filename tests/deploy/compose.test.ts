import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { FILE_ENDINGS } from '../../local/static-files.ts';
import { ROUTES } from '../../local/routes.ts';
import { isStrongPassword } from '#contract/auth.ts';
import { LINK_READERS } from '#contract/link-preview.ts';
import { VIDEO_LIMITS } from '#contract/media.ts';

interface Service {
  readonly image: string;
  readonly ports?: string[];
  readonly volumes?: string[];
  readonly environment?: Record<string, unknown>;
  readonly depends_on?: Record<string, unknown>;
}
interface Compose {
  readonly services: Record<string, Service>;
  readonly volumes: Record<string, unknown>;
}

const file = parse(await readFile('deploy/compose.yaml', 'utf8'), { merge: true }) as Compose;
const services = Object.entries(file.services);
const caddyfile = await readFile('deploy/Caddyfile', 'utf8');

/** Written by the build, so not in a checkout. */
const BUILT = '../dist';

describe('deploy/compose.yaml', () => {
  it('publishes only the ports of the proxy', () => {
    expect(services.filter(([, service]) => service.ports).map(([name]) => name)).toEqual(['proxy']);
  });

  it('mounts files that exist, and volumes that it declares', () => {
    const mounts = services.flatMap(([, service]) => service.volumes ?? []).map((text) => text.split(':')[0] ?? '');
    // `${BACKUP_DIR:-./backups}` contains a colon too; the operator makes this folder.
    const sources = new Set(mounts.filter((source) => !source.startsWith('${BACKUP_DIR')));
    for (const source of sources) {
      if (source.startsWith('.')) expect(source === BUILT || existsSync(join('deploy', source)), source).toBe(true);
      else expect(Object.keys(file.volumes), source).toContain(source);
    }
    expect(Object.keys(file.volumes).filter((name) => !sources.has(name))).toEqual([]);
  });

  it('mounts the folder above the app, which a build replaces', async () => {
    const target = file.services['proxy']?.volumes?.find((text) => text.startsWith(`${BUILT}:`))?.split(':')[1];
    expect(await readFile('scripts/build.ts', 'utf8')).toContain("join(ROOT, 'dist/app')");
    expect(caddyfile).toContain(`root * ${target}/app`);
    expect(caddyfile).toContain(`import ${target}/app/_headers.caddy`);
  });

  it('names a version of every image, and waits only for its own services', () => {
    for (const [name, { image, depends_on: waits = {} }] of services) {
      expect(image, name).toMatch(/:v?\d+\.\d+/);
      for (const other of Object.keys(waits)) expect(Object.keys(file.services)).toContain(other);
    }
  });

  it('gives the functions every variable that they read', async () => {
    const given = Object.keys(file.services['functions']?.environment ?? {});
    for await (const path of glob('supabase/functions/**/*.ts')) {
      const text = await readFile(path, 'utf8');
      for (const [, name] of text.matchAll(/(?:Deno\.env\.get|requireEnv)\('([A-Z0-9_]+)'\)/g)) {
        expect(given, path).toContain(name);
      }
    }
  });

  it('gives the sync service every variable of its settings, and the two keys as in docs/deploy.md', async () => {
    const text = await readFile('deploy/sync/powersync.yaml', 'utf8');
    const given = Object.keys(file.services['powersync']?.environment ?? {});
    for (const [, name] of text.matchAll(/!env (PS_\w+)/g)) expect(given).toContain(name);
    expect(parse(text, { customTags: [{ tag: '!env', resolve: (name: string) => `$${name}` }] })).toMatchObject({
      // Mounted beside this file, from whose folder the service reads the path.
      sync_config: { path: 'sync-rules.yaml' },
      client_auth: {
        supabase: true,
        supabase_jwt_secret: '$PS_JWT_SECRET',
        audience: ['rangeday-sync'],
        jwks: { keys: [{ kty: 'oct', alg: 'HS256', kid: 'guest', k: '$PS_GUEST_KEY' }] },
      },
    });
  });

  it('serves the API as supabase/config.toml does', async () => {
    const config = await readFile('supabase/config.toml', 'utf8');
    const rest = file.services['rest']?.environment ?? {};
    expect(config).toContain(`schemas = ["${String(rest['PGRST_DB_SCHEMAS'])}"]`);
    expect(config).toContain(`max_rows = ${String(rest['PGRST_DB_MAX_ROWS'])}`);
    const storage = file.services['storage']?.environment ?? {};
    expect(storage['FILE_SIZE_LIMIT']).toBe(VIDEO_LIMITS.bytes);
    expect(config).toContain(`file_size_limit = "${VIDEO_LIMITS.bytes / 1024 / 1024}MiB"`);
    const auth = file.services['auth']?.environment ?? {};
    expect(config).toContain(`minimum_password_length = ${String(auth['GOTRUE_PASSWORD_MIN_LENGTH'])}`);
    expect(config).toMatch(/^password_requirements = "\w*letters_digits_symbols"$/m);
  });

  it('passes every call on to its function, which checks the session itself, as on a hosted project', async () => {
    const config = await readFile('supabase/config.toml', 'utf8');
    for await (const path of glob('supabase/functions/*/index.ts'))
      expect(config).toContain(`[functions.${path.split('/').at(-2)}]\nverify_jwt = false\n`);
  });

  it('has the auth service ask for what the sign-up form asks for', () => {
    const sets = String(file.services['auth']?.environment?.['GOTRUE_PASSWORD_REQUIRED_CHARACTERS'])
      .replaceAll('$$', '$')
      .split(/(?<!\\):/)
      .map((set) => [...set.replace('\\:', ':')]);
    expect(sets).toHaveLength(3);
    for (const [position, set] of sets.entries()) {
      for (const character of set) {
        const words = ['aaaaaaaa', '11111111', '!!!!!!!!'];
        words[position] = character;
        expect(isStrongPassword(words.join('')), character).toBe(true);
        expect(isStrongPassword(words.toSpliced(position, 1).join('')), character).toBe(false);
      }
    }
  });
});

describe('deploy/Caddyfile', () => {
  it('has the routes of the embedded gateway', () => {
    const api = caddyfile.slice(caddyfile.indexOf('(api) {'), caddyfile.indexOf('{$APP_URL} {'));
    const routes = [...api.matchAll(/handle(?:_path)? (\/[\w/]+?)(?:\/\*)? \{\s+reverse_proxy (\w+):/g)].map(
      ([, prefix, upstream]) => ({ prefix, part: upstream === 'powersync' ? 'sync' : upstream }),
    );
    const [preview, app] = [
      { prefix: '/posts', part: 'preview' },
      { prefix: '/', part: 'app' },
    ];
    expect([...routes, preview, app]).toEqual(ROUTES);
    expect(caddyfile).toMatch(/handle @reader \{\s+rewrite \* \/link-preview\?post=\{re\.post\.1\}/);
    expect(caddyfile).toMatch(/handle \{\s+root \* \/srv\/dist\/app/);
  });

  it('passes requests on to services of the compose file', () => {
    for (const [, host] of caddyfile.matchAll(/reverse_proxy (\w+):/g))
      expect(Object.keys(file.services)).toContain(host);
  });

  it('knows the same programs that show links, and the same endings of files', () => {
    expect(caddyfile).toContain(`header_regexp User-Agent (?i)${LINK_READERS.source}\n`);
    const endings = FILE_ENDINGS.map((ending) => ending.slice(1)).join('|');
    expect(caddyfile).toContain(`not path_regexp (?i)[.](${endings})$\n`);
  });

  it('logs no address, header or query', () => {
    for (const field of ['remote_ip', 'client_ip', 'headers']) expect(caddyfile).toContain(`request>${field} delete`);
    const pattern = /request>uri regexp "(.+)" "\$1"/.exec(caddyfile)?.[1] ?? '';
    const logged = (uri: string): string => uri.replace(new RegExp(pattern), '$1');
    expect(logged('/auth/confirm?token_hash=abc')).toBe('/auth');
    expect(logged('/rest/v1/rpc/apply_crud')).toBe('/rest/v1/rpc');
    expect(logged('/user/somebody')).toBe('/user');
    expect(logged('/?redirect_to=/x')).toBe('/');
  });
});
