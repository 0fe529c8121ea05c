const ERRORS = ['aborted', 'network', 'decode', 'unsupported'];

/** §8: the name of a MediaError's code. */
export const errorName = (code: number | undefined): string => ERRORS[(code ?? 0) - 1] ?? 'unknown';

/** Seconds as m:ss. */
export function clock(seconds: number): string {
  const whole = Math.floor(Number.isFinite(seconds) ? seconds : 0);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
