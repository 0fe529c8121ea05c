import { checkInstallation } from './check/run.ts';
import { readOptions } from './command-options.ts';

const USAGE = `Usage: npm run check -- --url <address> [options]   check a running installation

Only reads, and prints one line for each part; exit code 1 if one failed.

Options:
  --url <address>    the app's address (http://localhost:8080)
  --sync <address>   the sync service, if it is neither at /powersync nor named by the app's policy
  --no-browsers      leave out what needs a Chromium on this machine
  --write            also create accounts, posts and comments, delete them, and run tests/contract-backend; needs the service key in
                     SUPABASE_SERVICE_ROLE_KEY`;

const values = readOptions(USAGE, {
  url: { type: 'string' },
  sync: { type: 'string' },
  'no-browsers': { type: 'boolean' },
  write: { type: 'boolean' },
});

const url = values.url ?? 'http://localhost:8080';
const serviceKey = values.write ? process.env['SUPABASE_SERVICE_ROLE_KEY'] : undefined;
if (!URL.canParse(url)) fail(`${url} is not an address.`);
else if (values.write && !serviceKey) fail('--write needs the service key in SUPABASE_SERVICE_ROLE_KEY.');
else {
  const browsers = !values['no-browsers'];
  const out = (line: string) => console.log(line);
  const failures = await checkInstallation({ url, syncUrl: values.sync, serviceKey, browsers, out });
  if (failures > 0) process.exitCode = 1;
}

function fail(text: string): void {
  process.stderr.write(`${text}\n\n${USAGE}\n`);
  process.exitCode = 2;
}
