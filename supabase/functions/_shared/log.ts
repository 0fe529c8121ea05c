/**
 * A failure with a code for the log. The code must contain nothing that a member or another service wrote. `passes`:
 * the same request may succeed in a moment.
 */
export class Failure extends Error {
  readonly code: string;
  readonly passes: boolean;
  constructor(code: string, { passes = false } = {}) {
    super(code);
    this.code = code;
    this.passes = passes;
  }
}

/**
 * The code of a failure; of any other error its kind and where it was thrown, because its message can name a member.
 */
export function codeOf(error: unknown): string {
  if (error instanceof Failure) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  const frame = (error.stack ?? '').split('\n').find((line) => /^\s+at .*\.ts:\d+/.test(line));
  const place = /[\w-]+(?:\/index)?\.ts:\d+/.exec(frame ?? '')?.[0];
  return place ? `${error.name} at ${place}` : error.name;
}

/** Writes one line, as JSON: what failed where, without personal data. `name`: of the function, or of its part. */
export function logFailure(name: string, error: unknown): void {
  console.error(JSON.stringify({ time: new Date().toISOString(), function: name, code: codeOf(error) }));
}
