/**
 * A moment by two clocks: performance.now(), which nobody sets but which stands still while the device sleeps, and the
 * device's own, which goes on but may be set.
 */
export interface Moment {
  /** Of performance.now(). */
  readonly at: number;
  /** Of Date.now(). */
  readonly date: number;
}

export const momentIn = (ms: number): Moment => ({ at: performance.now() + ms, date: Date.now() + ms });

/** Milliseconds since a moment, by the clock that has moved more since. */
export const msSince = ({ at, date }: Moment): number => Math.max(performance.now() - at, Math.abs(Date.now() - date));

/** Milliseconds until a moment, by the clock that reaches it first; negative after it. */
export const msUntil = ({ at, date }: Moment): number => Math.min(at - performance.now(), date - Date.now());
