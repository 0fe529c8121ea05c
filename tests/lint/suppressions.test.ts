import { glob, readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

/** A directive and what follows it on its line. The reason is asked for after `--`, as the linters define it. */
const DIRECTIVE =
  /(?:\/\/|\/\*|\{\/\*)\s*((?:ox|es)lint-disable[\w-]*|@ts-(?:ignore|nocheck|expect-error)|v8 ignore|deno-lint-ignore[\w-]*)(.*)/;

it('finds a reason beside every suppression', async () => {
  const bare: string[] = [];
  for await (const path of glob('{src,sw,local,scripts,supabase,tests}/**/*.{ts,tsx,mts,mjs}')) {
    if (path.endsWith('.gen.ts')) continue;
    const lines = (await readFile(path, 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) {
      const [, directive, rest = ''] = DIRECTIVE.exec(line) ?? [];
      if (!directive) continue;
      const reason = directive.startsWith('@ts-') ? rest : (rest.split('--')[1] ?? '');
      if (reason.replaceAll(/\W/g, '').length < 10) bare.push(`${path}:${index + 1} ${directive}`);
    }
  }
  expect(bare).toEqual([]);
});
