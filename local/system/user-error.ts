/**
 * An error for the person at the terminal: its message is a complete sentence with what to do. It is shown without a
 * stack trace.
 */
export class UserError extends Error {
  /** Exit code of the process; 2 for a usage error. */
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

/** Whether the disk is full, as reported by the operating system or by Postgres. */
export function isDiskFull(error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true;
  return NO_SPACE.test(error instanceof Error ? error.message : String(error));
}

/** Converts any failure into one sentence. `where` is the data directory, `details` the log file with the rest. */
export function toUserError(error: unknown, where: string, details: string): UserError {
  if (error instanceof UserError) return error;
  if (isDiskFull(error)) return diskFull(where, error);
  const code = codeOf(error);
  if (code === 'ERR_MODULE_NOT_FOUND') {
    return new UserError('A dependency is missing. Run `npm ci`, then try again.', { cause: error });
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    const path = error instanceof Error && 'path' in error ? String(error.path) : where;
    return new UserError(`${path} is not writable for this user. Choose another folder with --data-dir.`, {
      cause: error,
    });
  }
  const message =
    (error instanceof Error ? error.message : String(error)).split('\n')[0]?.trim() || 'an unknown reason';
  const end = /[.!?]$/.test(message) ? '' : '.';
  return new UserError(`${message}${end} Details are in ${details}.`, { cause: error });
}

export function diskFull(where: string, cause?: unknown): UserError {
  return new UserError(`The disk is full: no space left for ${where}. Free some space and start again.`, {
    cause,
  });
}

export function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
