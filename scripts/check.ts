import { checkInstallation } from './check/run.ts';
import { readOptions } from './command-options.ts';

const USAGE = `Usage: npm run check -- --url <address> [options]   check a running installation

Only reads, and prints one line for each part; exit code 1 if one failed.

Options:
  --url <address>    the app's address (http://localhost:8080)
  --sync <address>   the sync service, if it is neither at /powersync nor named by the app's policy
  --write            also create two accounts and a post, and delete them; needs the service key in SUPABASE_SERVICE_ROLE_KEY`;

const values = readOptions(USAGE, {
  url: { type: 'string' },
  sync: { type: 'string' },
  write: { type: 'boolean' },
});

const url = values.url ?? 'http://localhost:8080';
const serviceKey = values.write ? process.env['SUPABASE_SERVICE_ROLE_KEY'] : undefined;
if (!URL.canParse(url)) fail(`${url} is not an address.`);
else if (values.write && !serviceKey) fail('--write needs the service key in SUPABASE_SERVICE_ROLE_KEY.');
else {
  const failures = await checkInstallation({ url, syncUrl: values.sync, serviceKey, out: (line) => console.log(line) });
  if (failures > 0) process.exitCode = 1;
}

function fail(text: string): void {
  process.stderr.write(`${text}\n\n${USAGE}\n`);
  process.exitCode = 2;
}
