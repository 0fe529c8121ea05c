import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FUNCTIONS = join(ROOT, 'supabase/functions');

// tsc does not read these files: their types come from Deno.
test('the functions pass Deno’s type check', { timeout: 120_000 }, async () => {
  const names = readdirSync(FUNCTIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
    .map((entry) => join(FUNCTIONS, entry.name, 'index.ts'));
  expect(names.length).toBeGreaterThan(10);
  const denoDir = mkdtempSync(join(tmpdir(), 'rangeday-deno-'));
  try {
    const flags = [
      'check',
      '--quiet',
      '--config',
      join(FUNCTIONS, 'deno.json'),
      '--no-lock',
      '--node-modules-dir=manual',
    ];
    await promisify(execFile)(join(ROOT, 'node_modules/.bin/deno'), [...flags, ...names], {
      cwd: ROOT,
      env: { ...process.env, DENO_DIR: denoDir, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
    });
  } finally {
    rmSync(denoDir, { recursive: true, force: true });
  }
});
