import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { headersFor } from './headers.ts';

const template = await readFile('public/_headers', 'utf8');

describe('headersFor', () => {
  it('names nobody but the own origin for a local start', () => {
    const headers = headersFor(template, {});
    expect(headers).toContain("connect-src 'self';");
    expect(headers).not.toMatch(/https?:\/\/|Strict-Transport|upgrade-insecure/);
  });

  it('lets a hosted build talk to its backend, and to nobody else', () => {
    const headers = headersFor(template, {
      VITE_SUPABASE_URL: 'https://project.example/',
      VITE_POWERSYNC_URL: 'https://sync.example',
    });
    expect(headers).toContain("connect-src 'self' https://project.example https://sync.example;");
    expect(headers).toContain('upgrade-insecure-requests');
    expect(headers).toContain('Strict-Transport-Security');
  });

  it('leaves no placeholder outside the comment that explains it', () => {
    const rules = headersFor(template, {})
      .split('\n')
      .filter((line) => !line.startsWith('#'));
    expect(rules.join('\n')).not.toContain('{{');
  });
});
