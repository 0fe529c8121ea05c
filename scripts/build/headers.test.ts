import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { headersFor } from './headers.ts';

const template = await readFile('public/_headers', 'utf8');

const HASHES = { scripts: ["'sha256-a'", "'sha256-b'"], styles: ["'sha256-c'"] };

describe('headersFor', () => {
  it('allows only its own origin for a local start, and pictures of the GIF provider', () => {
    const headers = headersFor(template, {}, HASHES).replace(
      ' data: https://*.giphy.com; style-src',
      ' data:; style-src',
    );
    expect(headers).toContain("connect-src 'self';");
    expect(headers).not.toMatch(/https?:\/\/|Strict-Transport|upgrade-insecure/);
  });

  it('runs no text, except what the one policy of public/head.js and sw.js lets through', () => {
    const headers = headersFor(template, {}, HASHES);
    expect(headers).toContain("; require-trusted-types-for 'script'; trusted-types default;");
  });

  it('allows exactly the inlined texts', () => {
    const headers = headersFor(template, {}, HASHES);
    expect(headers).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-a' 'sha256-b';");
    expect(headers).toContain("style-src 'self' 'sha256-c';");
    expect(headers).not.toMatch(/'unsafe-(?:inline|hashes|eval)'/);
  });

  it('allows a hosted build to connect to its backend only', () => {
    const headers = headersFor(
      template,
      {
        VITE_SUPABASE_URL: 'https://project.example/',
        VITE_POWERSYNC_URL: 'https://sync.example',
      },
      HASHES,
    );
    expect(headers).toContain("connect-src 'self' https://project.example https://sync.example;");
    expect(headers).toContain('upgrade-insecure-requests');
    expect(headers).toContain('Strict-Transport-Security');
  });

  it('allows the image host and the origin of its pictures', () => {
    const env = {
      VITE_IMAGE_HOST_URL: 'https://api.images.example/v1_1/demo',
      VITE_IMAGE_HOST_PICTURES: 'https://res.images.example',
    };
    const headers = headersFor(template, env, HASHES);
    expect(headers).toContain("connect-src 'self' https://api.images.example https://res.images.example;");
    expect(headers).toMatch(/img-src [^;]* https:\/\/res\.images\.example;/);
  });

  it('allows the optimizer of gifs', () => {
    const headers = headersFor(template, { GIF_FETCH_BASE: 'https://gifs.example/fetch/f_auto' }, HASHES);
    expect(headers).toMatch(/img-src [^;]* https:\/\/gifs\.example;/);
  });

  it('replaces all placeholders outside the comment that explains them', () => {
    const rules = headersFor(template, {}, HASHES)
      .split('\n')
      .filter((line) => !line.startsWith('#'));
    expect(rules.join('\n')).not.toContain('{{');
  });
});
