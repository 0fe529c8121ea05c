import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

import { buildApp, isBuilt } from '../../scripts/build.ts';

const APP = join(import.meta.dirname, '../../dist/app');

/** Secrets as they would appear in a script. */
const SECRETS: Record<string, RegExp> = {
  'the service role': /service_role/,
  'a secret key of the backend': /sb_secret_\w/,
  'a signed token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
  'a Stripe key': /\b(?:sk|rk)_(?:live|test)_\w{8,}|\bwhsec_\w{8,}/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY|["']?\bd["']?:\s*["'`][\w-]{43}["'`]/,
  // With a capital letter, which 32 random bytes always have: the codes of some emoji are as long.
  'a VAPID private key': /["'`](?=[\w-]*[A-Z])[\w-]{43}["'`]/,
  'a secret of ours': /["'`][0-9a-f]{64}["'`]/i,
  'the name of a secret': /\b(?:JWT|GUEST|WEBHOOK)_SECRET\b|\bVAPID_PRIVATE|\bSTRIPE_SECRET|\bSERVICE_ROLE_KEY\b/,
};

const found = (text: string): string[] =>
  Object.entries(SECRETS).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));

test('A37: the built app contains no server secrets', async () => {
  if (!(await isBuilt())) await buildApp();
  const files: string[] = [];
  for await (const name of glob('**/*.{js,css,html,txt,svg,webmanifest,map,json}', { cwd: APP })) files.push(name);
  expect(files).toContain('index.html');
  expect(files.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(5);
  for (const name of [...files, '_headers']) expect(found(await readFile(join(APP, name), 'utf8')), name).toEqual([]);
});

test('A37 control: each kind of secret is detected', async () => {
  const part = (text: string) => Buffer.from(text).toString('base64url');
  const planted: Record<string, string> = {
    'the service role': 'role: "service_role"',
    'a secret key of the backend': `key="${['sb', 'secret', 'abc'].join('_')}"`,
    'a signed token': `"${part('{"alg":"HS256"}')}.${part('{"role":"x","iat":1}')}.${part('signature of it')}"`,
    'a Stripe key': `"${['sk', 'live', 'abcdefgh12345'].join('_')}"`,
    'a private key': '-----BEGIN EC PRIVATE KEY-----',
    'a VAPID private key': `"${part('x'.repeat(32))}"`,
    'a secret of ours': `'${'0a'.repeat(32)}'`,
    'the name of a secret': 'env.VAPID_PRIVATE_KEY',
  };
  for (const [name, text] of Object.entries(planted)) expect(found(`const a=1;${text};`), name).toContain(name);
  expect(found('const key = "sb_publishable_rangeday_local"; "a".repeat(43)')).toEqual([]);
});
