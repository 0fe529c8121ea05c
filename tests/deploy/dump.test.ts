import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Stand-ins for Postgres's programs: the npm packages of Postgres contain none of them. */
const WHOLE = 'PGDMP complete';

describe('deploy/backup/dump.sh', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rangeday-dump-'));
    mkdirSync(join(folder, 'bin'));
    program('pg_restore', `grep -q complete "$2"`);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function program(name: string, text: string): void {
    const path = join(folder, 'bin', name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  }
  const writing = (text: string, code = 0): string =>
    `for option in "$@"; do case $option in --file=*) echo '${text}' > "\${option#--file=}" ;; esac; done; exit ${code}`;
  const dump = () =>
    promisify(execFile)('/bin/sh', ['deploy/backup/dump.sh'], {
      env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, BACKUPS: folder, BACKUP_KEEP: '2' },
    });
  const dumps = (): string[] => readdirSync(join(folder, 'dumps')).toSorted();

  it('writes a dump and deletes the oldest', async () => {
    program('pg_dump', writing(WHOLE));
    mkdirSync(join(folder, 'dumps'));
    for (const day of ['01', '02', '03']) writeFileSync(join(folder, 'dumps', `202601${day}T000000Z.dump`), 'old');
    const { stdout } = await dump();
    expect(dumps()).toHaveLength(2);
    expect(dumps()[0]).toBe('20260103T000000Z.dump');
    expect(readFileSync(/Wrote (.+)\.\n/.exec(stdout)?.[1] ?? '', 'utf8')).toBe(`${WHOLE}\n`);
  });

  it.each([
    ['that fails', writing(WHOLE, 1)],
    ['that ends too early', writing('PGDMP')],
  ])('a pg_dump %s leaves no file, and is an error', async (_, text) => {
    program('pg_dump', text);
    await expect(dump()).rejects.toThrow();
    expect(dumps()).toEqual([]);
  });
});
