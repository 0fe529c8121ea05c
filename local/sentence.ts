/** Something the person at the terminal can act on. Its message is a whole sentence; no stack trace is ever shown for it. */
export class Sentence extends Error {
  /** Exit code of the process; 2 for a wrongly typed command. */
  readonly exitCode: number;

  constructor(message: string, options: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.exitCode = options.exitCode ?? 1;
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const NO_SPACE = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/;

/** True for a full disk, told by the operating system, or by Postgres on the way through. */
export function isDiskFull(error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true;
  return NO_SPACE.test(error instanceof Error ? error.message : String(error));
}

/** Any failure as one sentence. `where` names the data directory, `details` the log file with the rest. */
export function asSentence(error: unknown, where: string, details: string): Sentence {
  if (error instanceof Sentence) return error;
  if (isDiskFull(error)) return diskFull(where, error);
  const code = codeOf(error);
  if (code === 'ERR_MODULE_NOT_FOUND') {
    return new Sentence('A dependency is missing. Run `npm ci`, then try again.', { cause: error });
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    const path = error instanceof Error && 'path' in error ? String(error.path) : where;
    return new Sentence(`${path} is not writable for you. Choose another folder with --data-dir.`, { cause: error });
  }
  const message =
    (error instanceof Error ? error.message : String(error)).split('\n')[0]?.trim() || 'an unknown reason';
  const end = /[.!?]$/.test(message) ? '' : '.';
  return new Sentence(`${message}${end} Details are in ${details}.`, { cause: error });
}

export function diskFull(where: string, cause?: unknown): Sentence {
  return new Sentence(`The disk is full: there is no room left for ${where}. Free some space and start again.`, {
    cause,
  });
}

export function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
