import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../test/command.ts';
import { vitestOutcome } from '../test/counts.ts';
import { Problem } from './installation.ts';
import type { Installation } from './installation.ts';

/** Runs tests/contract-backend against this installation. What needs its database or its mails is left out. */
export async function contractCheck(at: Installation, serviceKey: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rangeday-check-'));
  try {
    const report = join(folder, 'report.json');
    const args = ['run', '--project', 'pg', 'tests/contract-backend', '--reporter=json', `--outputFile=${report}`];
    const env = { SUPABASE_URL: at.supabaseUrl, SUPABASE_ANON_KEY: at.key, SUPABASE_SERVICE_ROLE_KEY: serviceKey };
    const result = await run('vitest', args, join(folder, 'log'), { minutes: 10, env });
    const { passed, failed, skipped, output, failures = [] } = await vitestOutcome(report, result);
    if (failed > 0 || passed === 0) {
      const named = failures.map(({ name, reason }) => `${name}: ${reason.split('\n', 1)[0] ?? ''}`);
      throw new Problem(
        `${failed} of ${passed + failed} tests failed. ${named.length > 0 ? named.join(' ') : output.slice(-2000)}`,
      );
    }
    return `${passed} tests passed, ${skipped} that need the embedded backend left out`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
