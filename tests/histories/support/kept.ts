import type { Step, WriteKind } from './plan.ts';

const write = (phone: number, kind: WriteKind, choice = 0): Step => ({ do: 'write', phone, write: kind, choice });

/** Histories that were wrong once, reduced. */
export const KEPT: Readonly<Record<string, readonly Step[]>> = {
  // PowerSync waited for it without end, and the status 'offline' kept the app from asking.
  'a request for the stream that is never answered': [
    { do: 'network', phone: 2, how: 'cut', ms: 300 },
    { do: 'network', phone: 2, how: 'swallowed', ms: 6000 },
    write(0, 'post'),
  ],
  // It held the queue for 45 s.
  'a write that is never answered': [
    write(0, 'post'),
    { do: 'wait', ms: 1000 },
    { do: 'network', phone: 0, how: 'swallowed', ms: 2000 },
    write(0, 'comment'),
  ],
  // A pause before the next attempt lasted as long as the clock had been ahead.
  'a clock that is set back while the queue waits': [
    { do: 'network', phone: 1, how: 'lost answers', ms: 6000 },
    write(1, 'post'),
    { do: 'wait', ms: 4000 },
    { do: 'clock', phone: 1, ms: -26 * 3_600_000 },
    write(1, 'poll'),
  ],
};
