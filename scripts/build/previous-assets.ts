import { copyFile, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How long open tabs may still ask for the assets of an earlier release. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * Copies assets of the app at `from` into the new build at `to`, for tabs that still run an earlier release, and drops
 * those that no release of the last 30 days had. `list`: a file with the names that the last build made itself, which
 * is written anew; the time of the other files is when they were replaced.
 */
export async function retainPreviousAssets(from: string, to: string, list: string, now = Date.now()): Promise<void> {
  const own = await namesIn(join(to, 'assets'));
  const released = new Set((await readFile(list, 'utf8').catch(() => '')).split('\n'));
  await mkdir(join(to, 'assets'), { recursive: true });
  for (const name of await namesIn(join(from, 'assets'))) {
    if (own.includes(name)) continue;
    const [source, target] = [join(from, 'assets', name), join(to, 'assets', name)];
    const replacedAt = released.has(name) ? now : (await stat(source)).mtimeMs;
    if (now - replacedAt > KEPT_MS) continue;
    await copyFile(source, target);
    await utimes(target, replacedAt / 1000, replacedAt / 1000);
  }
  await writeFile(list, own.join('\n'));
}

/** Without folders: patches lead to one release only. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
