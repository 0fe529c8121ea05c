import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { FIRST, LATER, MIRRORED } from './icons/names.ts';
import { onePath, type ShapeElement } from './icons/one-path.ts';
import { installPackages } from './packages.ts';

/*
 * Writes src/ui/icons/{icons,more-icons}.tsx from the Lucide package, which it installs. Run it by hand after a change
 * of scripts/icons/names.ts: `node scripts/icons.ts && oxfmt src/ui/icons`.
 *
 * The package's components cost 1.3 kB of code, two component levels and a context per icon, and each post of the feed
 * has six. So the shapes are copied, and the app does not import the package.
 */
const FOLDER = join(import.meta.dirname, '../src/ui/icons');
const NOTICE = `/**
 * Written by scripts/icons.ts. Shapes from Lucide (https://lucide.dev), ISC License, Copyright (c) Lucide Contributors;
 * some from Feather, MIT.
 */`;

interface LucideModule {
  __iconData?: { node: readonly ShapeElement[] };
}

const packages = await installPackages('icons');

async function shapeOf(name: string): Promise<string> {
  // The package types its modules as components only; this reads the data that they are made from.
  const { __iconData } = (await packages.load(`lucide-react/icons/${name}`)) as LucideModule;
  if (__iconData) return onePath(__iconData.node);
  // The module of a former name passes only the component of the present one on.
  const source = await readFile(fileURLToPath(packages.pathOf(`lucide-react/icons/${name}`)), 'utf8');
  const present = /from '\.\/([\w-]+)\.mjs'/.exec(source)?.[1];
  if (!present)
    throw new Error(`The Lucide module ${name} has no shape. Choose another name in scripts/icons/names.ts.`);
  return shapeOf(present);
}

async function write(file: string, names: Readonly<Record<string, string>>): Promise<void> {
  const lines = await Promise.all(
    Object.entries(names).map(async ([ours, theirs]) => {
      return `export const ${ours} = /* @__PURE__ */ icon('${await shapeOf(theirs)}'${MIRRORED.includes(ours) ? ', true' : ''});`;
    }),
  );
  const text = [`import { icon } from './icon.tsx';`, '', NOTICE, '', ...lines, ''].join('\n');
  await writeFile(join(FOLDER, file), text);
}

await write('icons.tsx', FIRST);
await write('more-icons.tsx', LATER);
