import { randomBytes, randomUUID } from 'node:crypto';

import { median, quantile } from '../bench/quantile.ts';
import { visitorsStream } from './checks.ts';
import { linesOf, openStream } from './http.ts';
import { expect } from './installation.ts';
import type { Installation } from './installation.ts';
import { applyOp, withAccounts } from './write.ts';

/** A figure of an installation at rest, not under load. */
const POSTS = 5;
/** Milliseconds. Two seconds are the goal of the embedded backend under load. */
const MOST = 2_000;
/** Milliseconds for all posts. */
const PATIENCE = 60_000;

/**
 * How late a visitor's device is: from the answer to a member's post until its row is in the visitor's stream. The post
 * is committed a moment before the answer.
 */
export function servingLag(at: Installation, serviceKey: string): Promise<string> {
  return withAccounts(at, serviceKey, async ([author]) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new Error(`A post did not arrive in ${PATIENCE} ms.`)), PATIENCE);
    try {
      const response = await openStream(`${at.syncUrl}/sync/stream`, await visitorsStream(at), stop.signal);
      expect(response.status === 200, `a visitor's stream has status ${response.status}`);
      const lines = linesOf(response);
      await until(lines, '"checkpoint_complete"');
      const lags: number[] = [];
      for (let count = 0; count < POSTS; count += 1) {
        const id = randomUUID();
        const data = { title: `Check of the lag ${randomBytes(4).toString('hex')}`, visibility: 'public' };
        const arrived = until(lines, id);
        arrived.catch(() => {});
        await applyOp(at, author, { op: 'PUT', table: 'posts', id, data });
        const answered = performance.now();
        lags.push(Math.max(0, (await arrived) - answered));
        await applyOp(at, author, { op: 'DELETE', table: 'posts', id });
      }
      const p95 = quantile(lags, 0.95);
      const figures = `${Math.round(median(lags))} ms median, ${Math.round(p95)} ms p95`;
      expect(p95 <= MOST, `${figures}: more than ${MOST} ms`);
      return `${figures} from the answer of a post until a visitor has it`;
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
  });
}

/** When a line that contains the text arrives. Throws if the stream ends before. */
async function until(lines: AsyncGenerator<string>, text: string): Promise<number> {
  for (;;) {
    const { value, done } = await lines.next();
    expect(!done, 'the stream ended');
    if (String(value).includes(text)) return performance.now();
  }
}
