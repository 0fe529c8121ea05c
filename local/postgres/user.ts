import { stat } from 'node:fs/promises';

import { runCommand } from '../system/run-command.ts';
import type { ServiceUser } from '../system/run-command.ts';
import { UserError } from '../system/user-error.ts';

/**
 * The user that Postgres runs as: the current user (undefined), or `postgres` if we are root, because Postgres does not
 * run as root. Creates that user if necessary. An existing cluster keeps its owner.
 */
export async function postgresUser(cluster: string, log: (line: string) => void): Promise<ServiceUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `#${owner.uid}` };
  const known = await lookUp('postgres');
  if (known) return known;
  await createUser();
  const made = await lookUp('postgres');
  if (made) {
    log('Created the system user postgres, because Postgres does not run as root.');
    return made;
  }
  const nobody = await lookUp('nobody');
  if (nobody) return nobody;
  throw new UserError(
    'Postgres does not run as root, and no user for it could be created. Run this as an ordinary user, or add a user named postgres.',
  );
}

async function lookUp(name: string): Promise<ServiceUser | undefined> {
  const [uid, gid] = await Promise.all([runCommand('id', ['-u', name]), runCommand('id', ['-g', name])]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output), name };
}

/** Debian and Red Hat have useradd, Alpine's busybox has adduser. */
async function createUser(): Promise<void> {
  await runCommand('groupadd', ['--system', 'postgres']);
  const made = await runCommand('useradd', [
    ...['--system', '--gid', 'postgres', '--no-create-home'],
    ...['--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', 'postgres'],
  ]);
  if (made.code !== 0) await runCommand('adduser', ['-S', '-D', '-H', '-h', '/nonexistent', 'postgres']);
}

/** Whether `user` can enter and list `dir`. Tries it, because file modes do not show access control lists. */
export async function canEnter(dir: string, user: ServiceUser | undefined): Promise<boolean> {
  return (await runCommand('/bin/sh', ['-c', 'cd -- "$1"', 'sh', dir], { user })).code === 0;
}
