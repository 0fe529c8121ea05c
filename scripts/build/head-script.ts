import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { minify } from 'vite';

/** Minifies public/head.js in the built app at `folder`: it is not part of the bundle, and every first visit waits for it. */
export async function minifyHeadScript(folder: string): Promise<void> {
  const path = join(folder, 'head.js');
  const { code, errors } = await minify('head.js', await readFile(path, 'utf8'), {});
  if (errors.length > 0) throw new Error(`public/head.js cannot be read: ${errors[0]?.message}`);
  await writeFile(path, code);
}
