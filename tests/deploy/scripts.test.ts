import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { StandIns } from './support/stand-ins.ts';

let programs: StandIns;
beforeEach(() => (programs = new StandIns()));
afterEach(() => programs.dispose());

describe('deploy/db/migrate.sh', () => {
  const migrate = (...names: string[]) => {
    const folder = join(programs.folder, 'migrations');
    mkdirSync(folder);
    for (const name of names) writeFileSync(join(folder, name), 'select 1;');
    return programs.run('deploy/db/migrate.sh', folder);
  };
  const files = (): string[] => programs.calls().flatMap((call) => /-f \S+\/(\S+\.sql)/.exec(call)?.[1] ?? []);

  it('applies what the database lacks, in order, each in one transaction with its entry', async () => {
    programs.program('psql', `case "$*" in *"where version = '01'"*) echo 1 ;; esac`);
    const { stdout } = await migrate('03_ads.sql', '01_posts.sql', '02_comments.sql');
    expect(files()).toEqual(['02_comments.sql', '03_ads.sql']);
    expect(stdout).toBe('Applied 02_comments.\nApplied 03_ads.\n');
    const applied = programs.calls().find((call) => call.includes('02_comments.sql'));
    expect(applied).toContain('--single-transaction');
    expect(applied).toContain("values ('02', 'comments')");
    // Once, at the end: PostgREST caches the tables.
    expect(programs.calls().at(-1)).toContain("notify pgrst, 'reload schema'");
  });

  it('stops at a migration that fails', async () => {
    programs.program('psql', `case "$*" in *01_posts.sql*) exit 3 ;; esac`);
    await expect(migrate('01_posts.sql', '02_comments.sql')).rejects.toThrow();
    expect(files()).toEqual(['01_posts.sql']);
  });

  it('refuses a file without a version, before it is sent to the database', async () => {
    programs.program('psql');
    await expect(migrate("1'2_posts.sql")).rejects.toThrow(/is not a migration file name/);
    expect(files()).toEqual([]);
  });
});

describe('deploy/backup/daily.sh', () => {
  /** The first round: its `sleep` ends it. */
  const round = async (): Promise<string[]> => {
    programs.program('sleep', 'kill $PPID');
    await programs.run(join(programs.folder, 'daily.sh')).catch(() => {});
    return programs.calls();
  };
  const existing = (kind: string, age: string): void => {
    const path = join(programs.folder, kind, '20260101T000000Z');
    mkdirSync(path, { recursive: true });
    execFileSync('touch', ['-d', age, path]);
  };

  beforeEach(() => {
    for (const name of ['daily.sh', 'common.sh']) copyFileSync(`deploy/backup/${name}`, join(programs.folder, name));
    for (const name of ['dumps', 'base', 'files']) {
      const code = name === 'base' ? 1 : 0;
      writeFileSync(join(programs.folder, `${name}.sh`), `echo ${name} >> '${programs.folder}/calls'\nexit ${code}\n`);
    }
  });

  it('makes each backup, also after one that failed, and looks again after an hour', async () => {
    expect(await round()).toEqual(['dumps', 'base', 'files', 'sleep 3600']);
  });

  it('makes no second one within a day, however often it is started: each would delete an older one', async () => {
    existing('dumps', '20 hours ago');
    existing('files', '25 hours ago');
    expect(await round()).toEqual(['base', 'files', 'sleep 3600']);
  });
});
