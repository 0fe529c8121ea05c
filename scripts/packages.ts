import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const BOOTSTRAP = join(import.meta.dirname, 'bootstrap.mjs');

/**
 * Installs what only one command uses: the packages of `scripts/<name>`, which has a lock of its own, as `npm start` and `npm test` install
 * those of the project. Returns at once if they are there. Modules of that folder can import them afterwards.
 *
 * @throws an error with what to do if they cannot be installed
 */
export async function installPackages(name: 'icons' | 'lighthouse'): Promise<void> {
  const child = spawn(process.execPath, [BOOTSTRAP, 'install', `scripts/${name}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(output.trim());
}
