import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { openLog } from './log-file.ts';
import { redact } from './redact.ts';

describe('logs', () => {
  it('are one JSON object per line, without personal data', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rangeday-log-'));
    const log = openLog(join(folder, 'a.log'), 'gateway');
    log.write('info', 'Started Postgres. 0.3 s');
    log.write('detail', 'GET /user/somebody?x=1: Error\n    at run (file.ts:1:2)\n');
    await log.close();
    const lines = (await readFile(log.path, 'utf8')).trimEnd().split('\n');
    await rm(folder, { recursive: true });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { time: expect.any(String) as string, part: 'gateway', level: 'info', text: 'Started Postgres. 0.3 s' },
      {
        time: expect.any(String) as string,
        part: 'gateway',
        level: 'detail',
        text: 'GET /user/<name>?<query> Error\n    at run (file.ts:1:2)',
      },
    ]);
  });

  it.each([
    ['Key (email)=(a.b+c@members.example) already exists.', 'Key (email)=(<mail>) already exists.'],
    ['authorization: Bearer eyJhbGciOi.eyJzdWIi.c2ln', 'authorization: Bearer <token>'],
    ['postgres://postgres:secret@127.0.0.1:5432/postgres', 'postgres://<login>@127.0.0.1:5432/postgres'],
    ['from 203.0.113.7 and 2001:db8:0:0:1:2:3:4', 'from <address> and <address>'],
    ['GET /rest/v1/posts?id=eq.0198c3a0-0000-7000-8000-000000000001: x', 'GET /rest/v1/posts?<query> x'],
    ['post 0198c3a0-0000-7000-8000-000000000001 failed', 'post <id> failed'],
    ['key sk_live_abc and whsec_def', 'key <token> and <token>'],
    [
      'at /app/node_modules/@supabase/lite/dist/index.js:10:5',
      'at /app/node_modules/@supabase/lite/dist/index.js:10:5',
    ],
    ['2026-11-23T18:00:00.000Z sync: connected', '2026-11-23T18:00:00.000Z sync: connected'],
  ])('%s', (text, logged) => {
    expect(redact(text)).toBe(logged);
  });
});
