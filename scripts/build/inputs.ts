import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const INPUTS = [
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'src/**/*',
  'sw/**/*',
  'public/**/*',
  'scripts/build.ts',
  'scripts/build/*',
  'local/static/headers-file.ts',
];

const NO_INPUT = /\.(test|spec)\.tsx?$|routeTree\.gen\.ts$|\.tsbuildinfo$/;

/** One hash of everything that the built app depends on, so that a start builds only after a change. */
export async function hashInputs(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const paths: string[] = [];
  for await (const entry of glob(INPUTS, { cwd: root, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !NO_INPUT.test(path)) paths.push(path);
  }
  const hash = createHash('sha256');
  for (const path of paths.toSorted()) {
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(await readFile(path))
      .update('\0');
  }
  const settings = Object.keys(env).filter((name) => name.startsWith('VITE_'));
  for (const name of settings.toSorted()) hash.update(`${name}=${env[name]}\0`);
  return hash.digest('hex');
}
