import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { readOptions, USAGE } from '../../local/command/options.ts';
import { finish } from './support/program.ts';

const SCRIPTS = join(import.meta.dirname, '../../scripts');

it.concurrent.each(['start', 'bench'])('%s prints its usage with --help', async (command) => {
  const { code, output } = await finish([command, '--help'], { via: 'npm' });
  expect(code).toBe(0);
  expect(output).toMatch(new RegExp(`^Usage: npm [^]*\\b${command}\\b`));
});

// All read their options the same way.
it.concurrent('an unknown option is answered with the usage', async () => {
  const { code, output } = await finish(['test', '--colour'], { via: 'npm' });
  expect(code).toBe(2);
  expect(output).toMatch(/^Unknown option '--colour'\.\n\nUsage: npm /);
  expect(output).not.toMatch(/^\s+at /m);
});

// The others in this process: each start of one takes a second.
it.each(['start', 'dev', 'status', 'reset', 'seed'])('%s has the usage of the backend', (command) => {
  expect(readOptions([command, '--help'], '/').command).toBe('help');
  expect(USAGE).toMatch(new RegExp(`^\\s*(Usage: )?npm (run )?${command} `, 'm'));
  expect(() => readOptions([command, '--colour'], '/')).toThrow(/^Unknown option '--colour'\.\n\nUsage: npm /);
});

it.each(['test', 'bench', 'gallery', 'validate', 'sync-rules', 'check', 'check-env'])(
  '%s reads its options with its usage',
  async (command) => {
    const text = await readFile(join(SCRIPTS, `${command}.ts`), 'utf8');
    expect(text).toMatch(new RegExp(`Usage: npm (run )?${command}\\b`));
    expect(text).toMatch(/\breadOptions\(/);
  },
);
