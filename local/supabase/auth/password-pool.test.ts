import { expect, it } from 'vitest';

import { runPasswordJob } from './password-pool.ts';

const password = 'walnut-tree-42!';

it('a hash does not block other requests', async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  // Several hundred milliseconds.
  const hash = String(await runPasswordJob({ password, cost: 12 }, 'client'));
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(40);
  expect(await runPasswordJob({ password, hash }, 'client')).toBe(true);
  expect(await runPasswordJob({ password: 'other', hash }, 'client')).toBe(false);
  expect(await runPasswordJob({ password, hash: 'malformed' }, 'client')).toBe(false);
});

it('a client that floods the queue is rejected at once; control: another client and our own calls', async () => {
  const job = { password, cost: 4 };
  const flood = Array.from({ length: 40 }, () => runPasswordJob(job, 'flooding client'));
  const others = [runPasswordJob(job, 'another client'), runPasswordJob(job, null)];
  const results = await Promise.allSettled(flood);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 429 });
  for (const hash of await Promise.all(others)) expect(hash).toMatch(/^\$2b\$04\$/);
  // The queue is empty again.
  expect(await runPasswordJob(job, 'flooding client')).toMatch(/^\$2b\$04\$/);
});
