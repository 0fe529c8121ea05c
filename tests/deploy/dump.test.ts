import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Stand-ins for Postgres's programs: the npm packages of Postgres contain none of them. */
const WHOLE = 'PGDMP complete';
/** What pg_restore prints of the rows: two tables, with one and no row. */
const COPY = 'COPY public.posts (id) FROM stdin;\\n1\\n\\\\.\\nCOPY public.ads (id) FROM stdin;\\n\\\\.\\n';

describe('deploy/backup/dumps.sh', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rangeday-dump-'));
    mkdirSync(join(folder, 'bin'));
    program('pg_restore', `printf '${COPY}' > data; grep -q complete "$3"`);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function program(name: string, text: string): void {
    const path = join(folder, 'bin', name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  }
  const writing = (text: string, code = 0): string =>
    `for option in "$@"; do case $option in --file=*) echo '${text}' > "\${option#--file=}" ;; esac; done; exit ${code}`;
  const dump = (keep = '2') =>
    promisify(execFile)('/bin/sh', ['deploy/backup/dumps.sh'], {
      env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, BACKUPS: folder, BACKUP_KEEP: keep },
    });
  const dumps = (): string[] =>
    readdirSync(join(folder, 'dumps'))
      .filter((name) => !name.startsWith('.'))
      .toSorted();
  const existing = (...names: string[]): void => {
    for (const name of names) mkdirSync(join(folder, 'dumps', name), { recursive: true });
  };

  it('writes a dump, counts its rows, and deletes the oldest', async () => {
    program('pg_dump', writing(WHOLE));
    existing('20260101T000000Z', '20260102T000000Z', '20260103T000000Z');
    const { stdout } = await dump();
    expect(dumps()).toHaveLength(2);
    expect(dumps()[0]).toBe('20260103T000000Z');
    const written = /Wrote (.+)\.\n/.exec(stdout)?.[1] ?? '';
    expect(readdirSync(written).toSorted()).toEqual(['SHA256SUMS', 'database.dump', 'rows']);
    expect(readFileSync(join(written, 'database.dump'), 'utf8')).toBe(`${WHOLE}\n`);
    expect(readFileSync(join(written, 'rows'), 'utf8')).toBe('public.ads 0\npublic.posts 1\n');
  });

  it('keeps what it has written also when the clock was set back', async () => {
    program('pg_dump', writing(WHOLE));
    existing('20990101T000000Z', '20990102T000000Z', '20990103T000000Z');
    await dump();
    expect(dumps()).toEqual([expect.stringMatching(/^20[2-8]/), '20990103T000000Z']);
  });

  it('makes room first: a killed dump, and what a lower BACKUP_KEEP no longer keeps, can be what fills the disk', async () => {
    existing('20260101T000000Z', '20260102T000000Z', '20260103T000000Z', '20260104T000000Z.part');
    program('pg_dump', 'ls ..; exit 1');
    await expect(dump()).rejects.toThrow();
    expect(dumps()).toEqual(['20260102T000000Z', '20260103T000000Z']);
  });

  it.each(['0', '1', '', '-3', 'all'])('refuses to keep %j dumps, and deletes none', async (keep) => {
    program('pg_dump', writing(WHOLE));
    existing('20260101T000000Z', '20260102T000000Z');
    await expect(dump(keep)).rejects.toThrow('BACKUP_KEEP is not a number from 2');
    expect(dumps()).toHaveLength(2);
  });

  it.each([
    ['that fails', writing(WHOLE, 1)],
    ['that ends too early', writing('PGDMP')],
  ])('a pg_dump %s leaves no file, deletes no older dump, and is an error', async (_, text) => {
    program('pg_dump', text);
    existing('20260101T000000Z', '20260102T000000Z');
    await expect(dump()).rejects.toThrow();
    expect(dumps()).toEqual(['20260101T000000Z', '20260102T000000Z']);
  });
});
