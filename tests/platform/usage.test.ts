import { expect, it } from 'vitest';

import { finish } from './support/program.ts';

const COMMANDS = ['start', 'dev', 'status', 'reset', 'seed', 'test', 'bench', 'gallery', 'validate', 'sync-rules'];

it.concurrent.each(COMMANDS)('%s prints its usage with --help', async (command) => {
  const { code, output } = await finish([command, '--help'], { via: 'npm' });
  expect(code).toBe(0);
  expect(output).toMatch(new RegExp(`^Usage: npm [^]*\\b${command}\\b`));
});

// All read their options the same way.
it.concurrent.each(['start', 'bench', 'test'])('%s answers an unknown option with its usage', async (command) => {
  const { code, output } = await finish([command, '--colour'], { via: 'npm' });
  expect(code).toBe(2);
  expect(output).toMatch(/^Unknown option '--colour'\.\n\nUsage: npm /);
  expect(output).not.toMatch(/^\s+at /m);
});
