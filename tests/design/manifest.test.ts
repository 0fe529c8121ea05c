import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

interface Picture {
  src: string;
  sizes: string;
  purpose?: string;
  form_factor?: string;
  label?: string;
}

interface Manifest {
  id: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { url: string; icons: Picture[] }[];
}

const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as Manifest;

/** Width and height are in the first chunk of a PNG. */
function sizeOf(src: string): string {
  const bytes = readFileSync(`public${src}`);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('every picture of the manifest exists and has its stated size', () => {
  const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
  for (const { src, sizes } of pictures) expect(`${src} ${sizeOf(src)}`).toBe(`${src} ${sizes}`);
});

test('the manifest has an id, icons of both sizes and purposes, and screenshots for phone and desk', () => {
  expect(manifest.id).toBe('/');
  for (const purpose of ['any', 'maskable']) {
    const sizes = manifest.icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes);
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  }
  expect(new Set(manifest.screenshots.map((shot) => shot.form_factor))).toEqual(new Set(['narrow', 'wide']));
  for (const { label } of manifest.screenshots) expect(label).toBeTruthy();
});

test('every shortcut leads to a page of the app', () => {
  // One route has all pages of the settings.
  const parts = [...readFileSync('src/app/settings-part.tsx', 'utf8').matchAll(/part === '(\w+)'/g)].map(
    ([, part]) => part,
  );
  for (const { url } of manifest.shortcuts) {
    const files = [`src/routes${url}.tsx`, `src/routes/_member${url}.tsx`, `src/routes/_member${url}.index.tsx`];
    const isPart = parts.includes(url.replace('/settings/', ''));
    expect(isPart || files.some((file) => existsSync(file)) ? url : `nothing at ${url}`).toBe(url);
  }
});
