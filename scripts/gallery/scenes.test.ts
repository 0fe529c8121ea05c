import { glob } from 'node:fs/promises';

import { expect, it } from 'vitest';

import { SCENES } from './scenes.ts';

/** URLs of the route files: `_member/create-post.tsx` is /create-post, `auth.confirm.tsx` is /auth/confirm. */
async function routes(): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('**/*.tsx', { cwd: 'src/routes' })) {
    // `settings_.$part.tsx` is /settings/$part, outside the layout of /settings.
    const parts = file
      .replace(/\.tsx$/, '')
      .replaceAll('_.', '.')
      .split(/[./]/);
    const named = parts.filter((part) => !part.startsWith('_') && part !== 'index');
    if (named.length > 0 || parts.includes('index')) found.push(`/${named.join('/')}`);
  }
  return found;
}

it('has a scene for every route', async () => {
  const shown = new Set(
    SCENES.map(({ route, path }) => route ?? (typeof path === 'string' ? path.split('?')[0] : undefined)),
  );
  const all = await routes();
  expect(all).toContain('/create-post');
  expect(all.filter((route) => !shown.has(route))).toEqual([]);
});

it('gives each scene a unique name that is a valid file name', () => {
  const names = SCENES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z0-9-]+$/.test(name))).toEqual([]);
});

it('replaces a scene only by one that is audited itself', () => {
  const audited = new Set(SCENES.filter(({ like }) => like === undefined).map(({ name }) => name));
  expect(SCENES.filter(({ like }) => like !== undefined && !audited.has(like)).map(({ name }) => name)).toEqual([]);
});
