import { stat } from 'node:fs/promises';

import { runCommand } from './run-command.ts';
import type { ServiceUser } from './run-command.ts';
import { Sentence } from './sentence.ts';

/**
 * Whom Postgres runs as: ourselves (undefined) for an ordinary user; user `postgres` when we are root, because Postgres
 * refuses to be root. Makes that user when it is missing. A cluster that exists keeps its owner.
 */
export async function postgresUser(cluster: string, log: (line: string) => void): Promise<ServiceUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `#${owner.uid}` };
  const known = await lookUp('postgres');
  if (known) return known;
  await makeUser();
  const made = await lookUp('postgres');
  if (made) {
    log('Made the system user postgres, because Postgres does not run as root.');
    return made;
  }
  const nobody = await lookUp('nobody');
  if (nobody) return nobody;
  throw new Sentence(
    'Postgres does not run as root, and no user for it could be made. Run this as an ordinary user, or add a user named postgres.',
  );
}

async function lookUp(name: string): Promise<ServiceUser | undefined> {
  const [uid, gid] = await Promise.all([runCommand('id', ['-u', name]), runCommand('id', ['-g', name])]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output), name };
}

/** Debian and Red Hat know useradd, Alpine's busybox adduser. */
async function makeUser(): Promise<void> {
  await runCommand('groupadd', ['--system', 'postgres']);
  const made = await runCommand('useradd', [
    ...['--system', '--gid', 'postgres', '--no-create-home'],
    ...['--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', 'postgres'],
  ]);
  if (made.code !== 0) await runCommand('adduser', ['-S', '-D', '-H', '-h', '/nonexistent', 'postgres']);
}

/** True when `user` may pass through and list `dir`. Asked by trying, because modes and lists of rights are not the whole story. */
export async function canEnter(dir: string, user: ServiceUser | undefined): Promise<boolean> {
  return (await runCommand('/bin/sh', ['-c', 'cd -- "$1"', 'sh', dir], { user })).code === 0;
}
