import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { caddyHeaders } from './caddy-headers.ts';
import { headersFor } from './headers.ts';

describe('caddyHeaders', () => {
  it('writes one directive for each header of the built file', async () => {
    const template = await readFile('public/_headers', 'utf8');
    const hosted = { VITE_SUPABASE_URL: 'https://rangeday.example' };
    const lines = caddyHeaders(headersFor(template, hosted, { scripts: [], styles: [] })).split('\n');
    expect(lines).toContain('header x-frame-options `DENY`');
    expect(lines).toContain('header /assets/* cache-control `public, max-age=31536000, immutable`');
    expect(lines).toContain('header /sw.js service-worker-allowed `/`');
    expect(lines).toContain('header /posts/* vary `User-Agent`');
    expect(lines).toContain('header /signed-out.txt clear-site-data `"cache"`');
    expect(lines.filter((line) => line.startsWith('header strict-transport-security'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('header content-security-policy'))).toHaveLength(1);
  });

  it('rejects what Caddy would do in another way', () => {
    expect(() => caddyHeaders('/*\n  Cache-Control: no-cache\n/a\n  Cache-Control: no-store\n')).toThrow(
      'for /a again',
    );
    expect(() => caddyHeaders('/:name\n  A: b\n')).toThrow('no path');
  });
});
