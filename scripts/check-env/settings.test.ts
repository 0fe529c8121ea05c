import { glob, readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

import { describe, expect, it } from 'vitest';

import { exampleFile } from './example.ts';
import { SETTINGS } from './settings.ts';

/** Files of an installation that read variables, and how they name them. */
const READERS: readonly (readonly [files: string[], name: RegExp])[] = [
  [['src/**/*.{ts,tsx}', 'sw/**/*.ts', 'index.html', 'scripts/build/*.ts'], /\b(VITE_[A-Z0-9_]+)\b/g],
  [['src/**/*.{ts,tsx}', 'sw/**/*.ts', 'deploy/**/*.ts'], /process\.env(?:\.|\[')([A-Z][A-Z0-9_]*)/g],
  [['src/**/*.{ts,tsx}', 'sw/**/*.ts'], /import\.meta\.env(?:\.|\[')(?!PROD|DEV|MODE|SSR|BASE_URL)([A-Z][A-Z0-9_]*)/g],
  [['supabase/functions/**/*.ts', 'deploy/**/*.ts'], /(?:Deno\.env\.get|requireEnv)\('([A-Z0-9_]+)'\)/g],
  [['supabase/config.toml'], /env\(([A-Z0-9_]+)\)/g],
  [['deploy/compose*.yaml'], /(?<!\$)\$\{([A-Z0-9_]+)/g],
];

async function namesRead(): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [files, pattern] of READERS) {
    for await (const path of glob(files)) {
      if (/\.test\.tsx?$/.test(path)) continue;
      for (const [, name = ''] of (await readFile(path, 'utf8')).matchAll(pattern)) names.set(name, path);
    }
  }
  return names;
}

describe('settings', () => {
  it('contain every variable that the code reads', async () => {
    const known = new Set(SETTINGS.map((setting) => setting.name));
    const unknown = [...(await namesRead())].filter(([name]) => !known.has(name));
    expect(unknown).toEqual([]);
  });

  it('contain only variables that something reads', async () => {
    const read = await namesRead();
    expect(SETTINGS.map((setting) => setting.name).filter((name) => !read.has(name))).toEqual([]);
  });

  it('have one entry per name, and examples of their shape', () => {
    const names = SETTINGS.map((setting) => setting.name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, shape, example, need } of SETTINGS) {
      const text = example ?? (typeof need === 'object' && 'default' in need ? need.default : undefined);
      if (text !== undefined) expect(shape.safeParse(text).success, name).toBe(true);
    }
  });

  it('are the contents of deploy/.env.example: npm run check-env -- --example', async () => {
    const written = await readFile('deploy/.env.example', 'utf8');
    expect(written).toBe(exampleFile());
    expect(Object.keys(parseEnv(written)).toSorted()).toEqual(
      SETTINGS.filter((setting) => setting.need === 'required')
        .map((setting) => setting.name)
        .toSorted(),
    );
  });
});
