import { runLighthouse } from '../lighthouse.ts';
import type { Row } from './row.ts';

const TIMES = 3;

/**
 * Lighthouse's score of the feed on a first visit with a phone on a slow network (median of three), and why it lost
 * points.
 */
export async function measureLighthouse(url: string): Promise<Row[]> {
  const verdicts = [];
  for (let run = 0; run < TIMES; run++) verdicts.push(await runLighthouse(url, ['performance']));
  const sorted = verdicts.toSorted((a, b) => (a.scores.performance ?? 0) - (b.scores.performance ?? 0));
  const middle = sorted[Math.floor(TIMES / 2)];
  return [
    {
      what: `Lighthouse performance, mobile, median of ${TIMES}`,
      value: middle?.scores.performance ?? Number.NaN,
      unit: '',
      goal: { least: 95 },
    },
    ...(middle?.losses ?? []).map((loss) => ({ what: `  ${loss}`, value: Number.NaN, unit: '' })),
  ];
}
