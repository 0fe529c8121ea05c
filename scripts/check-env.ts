import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';

import { problemsOf } from './check-env/check.ts';
import { exampleFile } from './check-env/example.ts';
import { newSecrets } from './check-env/secrets.ts';
import { PARTS } from './check-env/settings.ts';
import { readOptions } from './command-options.ts';

const DEPLOY = join(import.meta.dirname, '../deploy');

const USAGE = `Usage: npm run check-env -- [options]   check the settings of an installation

Prints one line for each missing or wrong setting; exit code 1 if there is one.

Options:
  --file <path>   the file to check (deploy/.env)
  --for <parts>   only the settings of app, functions or server; several with commas (all)
  --secrets       print new keys and passwords instead
  --example       write deploy/.env.example instead`;

const values = readOptions(USAGE, {
  file: { type: 'string' },
  for: { type: 'string' },
  secrets: { type: 'boolean' },
  example: { type: 'boolean' },
});

if (values.secrets) process.stdout.write(await newSecrets());
else if (values.example) await writeFile(join(DEPLOY, '.env.example'), exampleFile());
else await check(resolve(process.env['INIT_CWD'] ?? '.', values.file ?? join(DEPLOY, '.env')));

async function check(path: string): Promise<void> {
  const names = (values.for ?? PARTS.join(',')).split(',');
  const parts = PARTS.filter((part) => names.includes(part));
  const unknown = names.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) return fail(`${unknown} is not a part. Choose from ${PARTS.join(', ')}.`, 2);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return fail(`${path} cannot be read. Copy deploy/.env.example to it and fill it in.`);
  const problems = problemsOf(parseEnv(text), parts);
  if (problems.length > 0) return fail(problems.join('\n'));
  console.log(`${path} has all settings for ${parts.join(', ')}.`);
}

function fail(text: string, code = 1): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = code;
}
