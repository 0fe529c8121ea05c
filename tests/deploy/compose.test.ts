import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { SETTINGS } from '../../scripts/check-env/settings.ts';
import { isStrongPassword } from '#contract/auth.ts';
import { VIDEO_LIMITS } from '#contract/media.ts';

interface Service {
  readonly image: string;
  readonly command?: string[];
  readonly ports?: string[];
  readonly volumes?: string[];
  readonly environment?: Record<string, unknown>;
  readonly depends_on?: Record<string, unknown>;
  readonly healthcheck?: unknown;
  readonly deploy?: { readonly replicas: number | string };
  readonly extends?: unknown;
}
interface Compose {
  readonly services: Record<string, Service>;
  readonly volumes: Record<string, unknown>;
}

const readCompose = async (path: string) => parse(await readFile(path, 'utf8'), { merge: true }) as Compose;
const file = await readCompose('deploy/compose.yaml');
const split = await readCompose('deploy/compose.split.yaml');
const services = Object.entries(file.services);
const caddyfile = await readFile('deploy/Caddyfile', 'utf8');
const config = await readFile('supabase/config.toml', 'utf8');

const environment = (service: string): Record<string, unknown> => file.services[service]?.environment ?? {};
/** Settings of the database server: `-c name=value`. */
const parameters = (): string[] => file.services['db']?.command?.filter((word) => word.includes('=')) ?? [];

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

  it('serves the API as supabase/config.toml does', () => {
    const rest = file.services['rest']?.environment ?? {};
    expect(config).toContain(`schemas = ["${String(rest['PGRST_DB_SCHEMAS'])}"]`);
    expect(config).toContain(`max_rows = ${String(rest['PGRST_DB_MAX_ROWS'])}`);
    // On a hosted project set by hand: docs/deploy.md.
    expect(rest['PGRST_DB_PRE_REQUEST']).toBe('private.check_request');
    const storage = file.services['storage']?.environment ?? {};
    expect(storage['FILE_SIZE_LIMIT']).toBe(VIDEO_LIMITS.bytes);
    expect(config).toContain(`file_size_limit = "${VIDEO_LIMITS.bytes / 1024 / 1024}MiB"`);
    const auth = file.services['auth']?.environment ?? {};
    expect(config).toContain(`minimum_password_length = ${String(auth['GOTRUE_PASSWORD_MIN_LENGTH'])}`);
    expect(config).toMatch(/^password_requirements = "\w*letters_digits_symbols"$/m);
  });

  it.each([
    ['GOTRUE_RATE_LIMIT_EMAIL_SENT', 'email_sent'],
    ['GOTRUE_RATE_LIMIT_TOKEN_REFRESH', 'token_refresh'],
    ['GOTRUE_RATE_LIMIT_OTP', 'sign_in_sign_ups'],
    ['GOTRUE_RATE_LIMIT_VERIFY', 'token_verifications'],
    ['GOTRUE_SMTP_MAX_FREQUENCY', 'max_frequency'],
    ['GOTRUE_MAILER_OTP_EXP', 'otp_expiry'],
    ['GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL', 'refresh_token_reuse_interval'],
    ['GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED', 'enable_refresh_token_rotation'],
  ])('sets %s, which the auth service or the Supabase CLI would choose otherwise', (name, key) => {
    const value = String(environment('auth')[name]).replace(/^\$\{\w+:-(.+)\}$/, '$1');
    expect(config).toMatch(new RegExp(`^${key} = "?${value}"?$`, 'm'));
  });

  it('has the Supabase CLI push the address of the app, to which mails lead, instead of its own default', () => {
    expect(config).toMatch(/^site_url = "env\(APP_URL\)"$/m);
    expect(environment('auth')['GOTRUE_SITE_URL']).toBe('${APP_URL}');
  });

  it('lets the auth service send more than its 30 mails an hour, by a mail server that is not the one of Supabase', () => {
    expect(environment('auth')['GOTRUE_RATE_LIMIT_EMAIL_SENT']).toMatch(/^\$\{MAILS_PER_HOUR:-\d{4,}\}$/);
    // Without it, the Supabase CLI does not push email_sent.
    expect(config).toContain('[auth.email.smtp]\nenabled = true\n');
  });

  it('lets members log in by passkeys, which the app and the Supabase CLI name by the same settings', () => {
    const auth = environment('auth');
    expect(auth['GOTRUE_PASSKEY_ENABLED']).toBe('true');
    expect(auth['GOTRUE_WEBAUTHN_RP_ORIGINS']).toBe('${APP_URL}');
    expect(auth['GOTRUE_WEBAUTHN_RP_ID']).toMatch(/^\$\{PASSKEY_HOST:\?/);
    expect(config).toContain('[auth.passkey]\nenabled = true\n');
    expect(config).toContain('rp_id = "env(PASSKEY_HOST)"\nrp_origins = ["env(APP_URL)"]\n');
    // Supabase Auth has them since that version.
    expect(Number(/gotrue:v2\.(\d+)/.exec(file.services['auth']?.image ?? '')?.[1])).toBeGreaterThanOrEqual(188);
  });

  it('has the auth service count addresses by the header that the functions read', () => {
    expect(environment('auth')['GOTRUE_RATE_LIMIT_HEADER']).toBe(environment('functions')['CLIENT_IP_HEADER']);
  });

  it('logs no statement, parameter, key or plan of Postgres, because they contain what members write', () => {
    for (const setting of [
      'log_min_error_statement=panic',
      'log_error_verbosity=terse',
      'log_parameter_max_length=0',
      'log_parameter_max_length_on_error=0',
      // Conditions of a plan contain the parameters, so it is no help to leave out the parameters alone.
      'auto_explain.log_min_duration=-1',
      'auto_explain.log_parameter_max_length=0',
    ])
      expect(parameters()).toContain(setting);
  });

  it('makes backups with programs of the major version of the database', () => {
    const major = (name: string) => /postgres:(\d+)\./.exec(file.services[name]?.image ?? '')?.[1];
    expect(major('backup')).toBe(major('db'));
    expect(file.services['db']?.volumes).toContain('./db/pg_hba.conf:/etc/postgresql/pg_hba.conf:ro');
  });

  it('lets only the backup read the files of the database, with the password and from its own network', async () => {
    const rules = (await readFile('deploy/db/pg_hba.conf', 'utf8')).split('\n').filter((line) => /^\w/.test(line));
    const replication = rules.map((line) => line.split(/\s+/)).filter(([, database]) => database === 'replication');
    expect(replication).toEqual([['host', 'replication', environment('backup')['PGUSER'], 'samenet', 'scram-sha-256']]);
  });

  it('passes every call on to its function, which checks the session itself, as on a hosted project', async () => {
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

describe('docs/deploy.md and docs/runbook.md', () => {
  const read = async () =>
    (await Promise.all(['docs/deploy.md', 'docs/runbook.md'].map((path) => readFile(path, 'utf8')))).join('\n');

  it('name images of the compose file, and scripts, services and volumes that exist', async () => {
    const docs = await read();
    const images = services.map(([, service]) => service.image);
    for (const [image] of docs.matchAll(/(?:supabase\/)?postgres:\d[\w.]*\d/g)) expect(images).toContain(image);
    for (const [, name] of docs.matchAll(/\/opt\/backup\/([\w-]+\.sh)/g))
      expect(existsSync(`deploy/backup/${name}`), name).toBe(true);
    for (const [, names = ''] of docs.matchAll(/^dc (?:stop|up -d|restart) ([a-z][a-z -]*)$/gm))
      for (const name of names.split(' ')) expect(Object.keys(file.services)).toContain(name);
    for (const [, name] of docs.matchAll(/rangeday_([\w-]+):\/(?:data|storage)\b/g))
      expect(Object.keys(file.volumes)).toContain(name);
  });

  it('name the statements that make the role of the sync service, which deploy/db/roles.sql runs', async () => {
    const docs = (await read()).replaceAll(/^ +/gm, '');
    const roles = (await readFile('deploy/db/roles.sql', 'utf8')).replace(":'sync_password'", "'…'");
    const statements = roles.slice(roles.indexOf('create role powersync')).trim();
    expect(statements.split('\n')).toHaveLength(4);
    expect(docs).toContain(statements);
  });
});

describe('deploy/compose.split.yaml', () => {
  it('has one container that reads changes and others that serve devices, of one image and one health check', () => {
    const [serving, reading] = [split.services['powersync'], split.services['powersync-replication']];
    expect(serving).toMatchObject({ command: ['start', '-r', 'api'], deploy: { replicas: '${SYNC_SERVERS:-2}' } });
    expect(reading).toEqual({
      extends: { file: 'compose.yaml', service: 'powersync' },
      command: ['start', '-r', 'sync'],
    });
  });

  it('has a health check that a container without devices answers too', async () => {
    expect(JSON.stringify(file.services['powersync']?.healthcheck)).toContain('http://localhost:8080/probes/liveness');
    expect(await readFile('deploy/sync/powersync.yaml', 'utf8')).toMatch(
      /^healthcheck:\n  probes:\n    use_http: true$/m,
    );
  });
});

/** Also with a docker whose engine does not run: the plugin needs none. */
const compose = (...args: string[]) => promisify(execFile)('docker', ['compose', ...args]);
const isInstalled = await compose('version').then(
  () => true,
  () => false,
);

describe.each([
  ['compose.yaml', ['deploy/compose.yaml']],
  ['compose.yaml with compose.split.yaml', ['deploy/compose.yaml', 'deploy/compose.split.yaml']],
])('docker compose config of %s', (_, paths) => {
  let folder: string;
  let envFile: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rangeday-compose-'));
    envFile = join(folder, '.env');
    const example = parseEnv(await readFile('deploy/.env.example', 'utf8'));
    const lines = Object.entries(example).map(([name, value]) => `${name}=${value || `value_of_${name}`}\n`);
    writeFileSync(envFile, lines.join(''));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('uses no variable that may be missing, and no default other than the documented one', async () => {
    const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
    const uses = texts.flatMap((text) => [...text.matchAll(/(?<!\$)\$\{([A-Z0-9_]+)(?::-([^}]*))?\}/g)]);
    for (const [, name, otherwise] of uses) {
      const need = SETTINGS.find((setting) => setting.name === name)?.need;
      if (need === 'required') expect(otherwise, name).toBeUndefined();
      else expect(otherwise, name).toBe(typeof need === 'object' && 'default' in need ? need.default : '');
    }
  });

  it(
    isInstalled ? 'is accepted by the plugin' : 'merges to services that exist (the plugin is not installed)',
    async () => {
      const files = paths.flatMap((path) => ['-f', path]);
      const merged: Compose = isInstalled
        ? (JSON.parse((await compose(...files, '--env-file', envFile, 'config', '--format', 'json')).stdout) as Compose)
        : { ...file, services: paths.length > 1 ? { ...file.services, ...split.services } : file.services };
      const names =
        paths.length > 1 ? [...Object.keys(file.services), 'powersync-replication'] : Object.keys(file.services);
      expect(Object.keys(merged.services).toSorted()).toEqual(names.toSorted());
      for (const [name, service] of Object.entries(merged.services)) {
        expect(Object.keys(merged.services), name).toEqual(
          expect.arrayContaining(Object.keys(service.depends_on ?? {})),
        );
        if (isInstalled) expect(JSON.stringify(service), name).not.toMatch(/\$\{|postgres:\/\/\w+:@/);
      }
    },
  );
});
