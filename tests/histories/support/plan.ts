import fc from 'fast-check';
import { PHONES } from './world.ts';

/** How long a trouble lasts. */
const MOST_MS = 12_000;
const HOUR = 3_600_000;

export type Step =
  | { readonly do: 'write'; readonly phone: number; readonly write: WriteKind; readonly choice: number }
  | { readonly do: 'wait'; readonly ms: number }
  /**
   * A phone's network: no connection; nothing arrives until it is over; requests are never answered; answers are lost;
   * requests arrive twice.
   */
  | { readonly do: 'network'; readonly phone: number; readonly how: Network; readonly ms: number }
  | { readonly do: 'freeze'; readonly part: Part; readonly phone: number; readonly ms: number }
  | { readonly do: 'kill'; readonly part: Killed; readonly phone: number }
  | { readonly do: 'clock'; readonly phone: number; readonly ms: number };

const WRITES = ['post', 'poll', 'edit', 'comment', 'uncomment', 'vote', 'message'] as const;
const NETWORKS = ['cut', 'silence', 'swallowed', 'lost answers', 'twice'] as const;
const PARTS = ['phone', 'server', 'postgres', 'functions'] as const;
/** `session`: one of Postgres, which then starts again from its log. `streams`: what sync has open. */
const KILLED = ['phone', 'session', 'postmaster', 'gateway', 'streams', 'replication', 'functions'] as const;

export type WriteKind = (typeof WRITES)[number];
export type Network = (typeof NETWORKS)[number];
export type Part = (typeof PARTS)[number];
export type Killed = (typeof KILLED)[number];

const phone = fc.nat(PHONES - 1);
const duration = fc.integer({ min: 200, max: MOST_MS });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      ...{ do: fc.constant('write' as const), phone },
      ...{ write: fc.constantFrom(...WRITES, 'vote' as const, 'comment' as const), choice: fc.nat(100) },
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 50, max: 2500 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ do: fc.constant('network' as const), phone, how: fc.constantFrom(...NETWORKS), ms: duration },
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('freeze' as const), part: fc.constantFrom(...PARTS), phone, ms: duration }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), part: fc.constantFrom(...KILLED), phone }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ do: fc.constant('clock' as const), phone },
      ms: fc.constantFrom(0, -26 * HOUR, -HOUR / 6, HOUR / 6, 2 * HOUR, 26 * HOUR, 24 * 40 * HOUR),
    }),
  },
);

export const planArbitrary: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 8, maxLength: 60, size: 'max' });
