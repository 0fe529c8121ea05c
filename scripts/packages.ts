import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');
/** A module resolves names of packages from its own folder. */
const DOOR = `export const load = (name) => import(name);
export const pathOf = (name) => import.meta.resolve(name);
`;

/** The packages of one command. */
export interface Packages {
  /** Its module. The caller declares what it uses of it: TypeScript does not see these packages. */
  load(name: string): Promise<unknown>;
  /** The URL of the file of a module. */
  pathOf(name: string): string;
}

/**
 * Installs what only one command uses, from the lock in `scripts/packages/<command>`, into `.cache/packages`. Takes a
 * moment if that was done before.
 *
 * @throws an error with what to do if the packages cannot be installed
 */
export async function installPackages(command: 'icons' | 'lighthouse'): Promise<Packages> {
  const folder = join('.cache/packages', command);
  await mkdir(join(ROOT, folder), { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    await copyFile(join(ROOT, 'scripts/packages', command, file), join(ROOT, folder, file));
  const door = join(ROOT, folder, 'door.mjs');
  await writeFile(door, DOOR);
  const child = spawn(process.execPath, [join(ROOT, 'scripts/bootstrap.mjs'), 'install', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(output.trim());
  return (await import(pathToFileURL(door).href)) as Packages;
}
