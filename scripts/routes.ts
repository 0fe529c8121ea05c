import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Generator, getConfig } from '@tanstack/router-generator';

import { routeOptions } from './build/route-options.ts';

/** Writes src/routeTree.gen.ts, which is not in git but is needed for a typecheck. */
export async function generateRoutes(root = join(import.meta.dirname, '..')): Promise<void> {
  const generator = new Generator({ config: getConfig(routeOptions, root), root });
  await generator.run();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await generateRoutes();
