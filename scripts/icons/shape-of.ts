import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { onePath, type ShapeElement } from './one-path.ts';

interface LucideModule {
  __iconData?: { node: readonly ShapeElement[] };
}

/** The data of one `<path>` with the Lucide shape of this name, from the package in this folder. */
export async function shapeOf(name: string): Promise<string> {
  // The package types its modules as components only; this reads the data that they are made from.
  const { __iconData } = (await import(`lucide-react/icons/${name}`)) as LucideModule;
  if (__iconData) return onePath(__iconData.node);
  // The module of a former name passes only the component of the present one on.
  const source = await readFile(fileURLToPath(import.meta.resolve(`lucide-react/icons/${name}`)), 'utf8');
  const present = /from '\.\/([\w-]+)\.mjs'/.exec(source)?.[1];
  if (!present)
    throw new Error(`The Lucide module ${name} has no shape. Choose another name in scripts/icons/names.ts.`);
  return shapeOf(present);
}
