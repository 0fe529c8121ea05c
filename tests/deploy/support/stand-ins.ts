import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Runs a script with stand-ins for Postgres's programs: the npm packages of Postgres contain none of them. */
export class StandIns {
  readonly folder = mkdtempSync(join(tmpdir(), 'rangeday-script-'));

  constructor() {
    mkdirSync(join(this.folder, 'bin'));
    writeFileSync(join(this.folder, 'calls'), '');
  }

  /** Each call appends its arguments to `calls`, one line, before `text` runs. */
  program(name: string, text = ''): void {
    const path = join(this.folder, 'bin', name);
    writeFileSync(
      path,
      `#!/bin/sh\necho "${name} $*" | tr '\\n' ' ' >> '${join(this.folder, 'calls')}'\n` +
        `echo >> '${join(this.folder, 'calls')}'\n${text}\n`,
    );
    chmodSync(path, 0o755);
  }

  calls(): string[] {
    return readFileSync(join(this.folder, 'calls'), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  }

  run(script: string, ...args: string[]) {
    const env = { PATH: `${join(this.folder, 'bin')}:${process.env['PATH']}`, BACKUPS: this.folder };
    return promisify(execFile)('/bin/sh', [script, ...args], { env });
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true });
  }
}
