import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freePort } from '../../local/system/ports.ts';
import { startBackend } from '../../local/supervisor.ts';
import { UserError } from '../../local/system/user-error.ts';
import { finish, temporaryFolder } from './support/program.ts';

/** Debian's `nobody`. */
const ORDINARY = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

const start = async (dataDir: string, more: { uid?: number } = {}): Promise<{ code: unknown; output: string }> =>
  finish(['start', '--data-dir', dataDir, '--port', String(await freePort()), '--no-build', '--no-seed'], more);

/** The same in this process, which has loaded the backend: what it prints, and the error that ends it. */
async function startHere(dataDir: string): Promise<{ code: unknown; output: string }> {
  let output = '';
  const out = (text: string): void => void (output += text);
  try {
    await startBackend({ dataDir, host: '127.0.0.1', port: await freePort(), seed: false, app: 'built', out });
  } catch (error) {
    if (error instanceof UserError) return { code: error.exitCode, output: `${output}${error.message}\n` };
    throw error;
  }
  throw new Error('It has started.');
}

describe('npm start with an unusable data directory or option', () => {
  it('reports that the data directory is a file', async () => {
    const file = join(folder.path, 'file');
    await writeFile(file, 'mine');
    expect(await start(file)).toEqual({
      code: 1,
      output: `${file} is not a folder. Choose another one with --data-dir.\n`,
    });
  });

  it('does not touch a folder with other files', async () => {
    const strange = join(folder.path, 'strange');
    await mkdir(strange);
    await writeFile(join(strange, 'thesis.txt'), 'mine');
    const { code, output } = await startHere(strange);
    expect(code).toBe(1);
    expect(output).toContain('contains other files (thesis.txt)');
    expect(await readdir(strange)).toEqual(['thesis.txt']);
  });

  it.runIf(isRoot)('reports a folder that only root may enter', async () => {
    const closed = join(folder.path, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o700);
    const { code, output } = await startHere(join(closed, 'data'));
    expect(code).toBe(1);
    expect(output).toMatch(/^User postgres runs Postgres and cannot enter .*--data-dir/);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it.runIf(isRoot)('reports a folder that the user cannot write', async () => {
    const foreign = join(folder.path, 'foreign');
    await mkdir(foreign, { mode: 0o755 });
    const { code, output } = await start(join(foreign, 'data'), { uid: ORDINARY });
    expect(code).toBe(1);
    expect(output).toMatch(/is not writable for this user\. Choose another one with --data-dir\.\n$/);
  });

  it('rejects a cluster of another Postgres version', async () => {
    const old = join(folder.path, 'old');
    await mkdir(join(old, 'postgres'), { recursive: true });
    await writeFile(join(old, 'rangeday.json'), '{"product":"rangeday","seeded":true}');
    const secrets = { jwtSecret: 'a', guestSecret: 'b', serviceRoleKey: 'c', postgresPassword: 'd' };
    await writeFile(join(old, 'secrets.json'), JSON.stringify(secrets));
    await writeFile(join(old, 'postgres', 'PG_VERSION'), '15\n');
    const { code, output } = await startHere(old);
    expect(code).toBe(1);
    expect(output).toContain('was created by Postgres 15, this is 17');
    expect(await readdir(join(old, 'postgres'))).toEqual(['PG_VERSION']);
  });

  it.each([
    ['an unknown option', ['start', '--prot', '1'], "Unknown option '--prot'"],
    ['an unknown command', ['strat'], 'Unknown argument "strat".'],
    ['an invalid port', ['start', '--port', 'eighty'], '--port needs a number from 1 to 65535.'],
  ])('answers %s with a message and the usage', async (_name, args, sentence) => {
    const { code, output } = await finish(args);
    expect(code).toBe(2);
    expect(output).toContain(sentence);
    expect(output).toContain('Usage:');
  });
});

describe('npm run reset', () => {
  it('does not delete a folder that Rangeday did not create', async () => {
    const strange = join(folder.path, 'photos');
    await mkdir(join(strange, 'postgres'), { recursive: true });
    const { code, output } = await finish(['reset', '--data-dir', strange]);
    expect(code).toBe(1);
    expect(output).toContain('was not created by Rangeday');
    expect(await readdir(strange)).toEqual(['postgres']);
  });

  it('deletes only files of Rangeday', async () => {
    const mixed = join(folder.path, 'mixed');
    await mkdir(join(mixed, 'postgres'), { recursive: true });
    await writeFile(join(mixed, 'rangeday.json'), '{"product":"rangeday"}');
    await writeFile(join(mixed, 'notes.txt'), 'mine');
    expect((await finish(['reset', '--data-dir', mixed])).code).toBe(0);
    expect(await readdir(mixed)).toEqual(['notes.txt']);
  });

  it('reports that there is nothing to delete', async () => {
    const { code, output } = await finish(['reset', '--data-dir', join(folder.path, 'nothing')]);
    expect(code).toBe(0);
    expect(output).toContain('nothing to delete');
  });
});
