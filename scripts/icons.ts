import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FIRST, LATER } from './icons/names.ts';
import { shapeOf } from './icons/shape-of.ts';
import { installPackages } from './packages.ts';

/*
 * Writes src/ui/icons/{icons,more-icons}.tsx from the Lucide package, which it installs. Run it by hand after a change of
 * scripts/icons/names.ts: `node scripts/icons.ts && oxfmt src/ui/icons`.
 *
 * The package's components cost 1.3 kB of code, two component levels and a context per icon, and each post of the feed has six.
 * So the shapes are copied, and the app does not import the package.
 */
const FOLDER = join(import.meta.dirname, '../src/ui/icons');
const NOTICE = `/* Written by scripts/icons.ts. Shapes from Lucide (https://lucide.dev), ISC License, Copyright (c) Lucide Contributors; some from Feather, MIT. */`;

async function write(file: string, names: Readonly<Record<string, string>>): Promise<void> {
  const lines = await Promise.all(
    Object.entries(names).map(async ([ours, theirs]) => {
      return `export const ${ours} = /* @__PURE__ */ icon('${await shapeOf(theirs)}');`;
    }),
  );
  const text = [`import { icon } from './icon.tsx';`, '', NOTICE, '', ...lines, ''].join('\n');
  await writeFile(join(FOLDER, file), text);
}

await installPackages('icons');
await write('icons.tsx', FIRST);
await write('more-icons.tsx', LATER);
