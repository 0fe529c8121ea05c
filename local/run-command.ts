import { spawn } from 'node:child_process';

/** A system user a child runs as; undefined: as ourselves. */
export interface ServiceUser {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

export interface CommandResult {
  /** -1 when it could not be started at all; then `output` says why. */
  readonly code: number;
  readonly output: string;
}

/** Runs a program to its end. Never throws; stdout and stderr come back as one text. */
export function runCommand(
  file: string,
  args: readonly string[],
  options: { user?: ServiceUser | undefined; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      // The folder we were started in may be one that the other user cannot enter.
      cwd: options.cwd ?? '/',
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.user && { uid: options.user.uid, gid: options.user.gid }),
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: -1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
  });
}
