import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { HeaderRules } from '../../local/static/headers-file.ts';
import { documentHeaders, readScreens } from './document-headers.ts';
import { headersFor } from './headers.ts';

const screens = await readScreens('.');
const template = await readFile('public/_headers', 'utf8');
const built = headersFor(template, {}, { scripts: [], styles: [] }) + documentHeaders(screens);
const cachingOf = (path: string): string | undefined => new HeaderRules(built).for(path)['cache-control'];

describe('documentHeaders', () => {
  it('lets no browser keep a screen that it has left', () => {
    const paths = screens.map((screen) => screen.replaceAll(/\$\w+/g, 'anything'));
    expect(paths).toEqual(expect.arrayContaining(['/', '/login', '/messages/anything', '/admin/ads/edit/anything']));
    expect(paths.map((path) => [path, cachingOf(path.replace(/(?<=.)\/$/, ''))])).toEqual(
      paths.map((path) => [path, 'no-store']),
    );
    expect(cachingOf('/index.html')).toBe('no-store');
  });

  it('leaves files as they are', () => {
    expect(cachingOf('/assets/main-1f2e.js')).toContain('immutable');
    expect(cachingOf('/sw.js')).toBe('no-cache');
  });

  it('sets the header once where screens are below each other', () => {
    expect(documentHeaders(['/', '/a', '/a/', '/a/$id', '/a/$id/edit', '/a/new', '/ab'])).toBe(
      ['/a', '/a/*', '/ab'].map((path) => `\n${path}\n  Cache-Control: no-store\n`).join(''),
    );
  });
});
