/** A failure with a code for the log. The code must contain nothing that a member or another service wrote. */
export class Failure extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The code of a failure; of any other error its kind and where it was thrown, because its message can name a member. */
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
