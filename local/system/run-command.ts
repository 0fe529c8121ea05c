import { spawn } from 'node:child_process';

/** The system user that a child process runs as; undefined: the current user. */
export interface ServiceUser {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

export interface CommandResult {
  /** -1 if it could not be started; `output` then contains the reason. */
  readonly code: number;
  readonly output: string;
}

/** Runs a program until it exits. Never throws; `output` is stdout and stderr together. */
export function runCommand(
  file: string,
  args: readonly string[],
  options: { user?: ServiceUser | undefined; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      // The other user may be unable to enter the current folder.
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
