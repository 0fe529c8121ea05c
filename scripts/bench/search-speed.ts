import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

import type { Row } from './row.ts';
import '../../tests/offline/support/bench-meta.ts';
import { ensureChromium } from '../browser.ts';
import { PROFILE } from './search.vitest.config.ts';

/** Full-text search over 100,000 posts on the device, beside an index in memory, in a real browser. */
export async function measureSearch(say: (line: string) => void): Promise<Row[]> {
  await ensureChromium(say);
  const vitest = await createVitest('test', {
    config: join(import.meta.dirname, 'search.vitest.config.ts'),
    root: join(import.meta.dirname, '../..'),
    watch: false,
    reporters: [],
  });
  try {
    const { testModules, unhandledErrors } = await vitest.start();
    const [found] = testModules.flatMap((module) => [...module.children.allTests()]);
    const rows = found?.meta().rows;
    if (!rows) throw new Error('The search was not measured.', { cause: unhandledErrors[0] ?? found?.result() });
    return rows;
  } finally {
    await vitest.close();
    await rm(PROFILE, { recursive: true, force: true });
  }
}
