import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { run, temporaryFolder } from './support/program.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

// Half a minute for a tool of the developers: with `npm test -- --all`.
it.runIf(process.env['TEST_ALL'] === '1')(
  'seeds a data directory once, with a progress bar, after the example members',
  async () => {
    const args = ['seed', '--members', '30', '--posts', '60', '--data-dir', join(folder.path, 'data')];
    const first = run(args);
    expect(await first.ended, first.output()).toBe(0);
    expect(first.output()).toContain('Seeded 64 members and 224 posts.');
    expect(first.output()).toMatch(/50 % \w[\s\S]*100 % statistics\nAdded 30 members and 60 posts/);
    const again = run(args);
    expect(await again.ended).toBe(1);
    expect(again.output()).toContain('This data was seeded before. Run `npm run reset` to start over.\n');
  },
);

it('rejects an option that is not a number', async () => {
  const program = run(['seed', '--posts', 'many', '--data-dir', join(folder.path, 'other')]);
  expect(await program.ended).toBe(2);
  expect(program.output()).toContain('--posts needs a number from 10 to 10000000.');
});
