import { networkInterfaces } from 'node:os';

import type { BackendContext } from '../context.ts';
import type { CliOptions } from './options.ts';
import { DEMO_ACCOUNTS } from '../seed/accounts.ts';

/** Addresses and log-ins, printed when everything runs. */
export async function welcome(ctx: BackendContext, options: Pick<CliOptions, 'host' | 'seed'>): Promise<string> {
  const lines = ['', `Rangeday runs at ${ctx.appUrl}`, ''];
  const open = options.host === '0.0.0.0' || options.host === '::';
  for (const address of open ? lanAddresses() : []) lines.push(`  on this network  http://${address}:${ctx.port}`);
  lines.push(`  mailbox  ${ctx.appUrl}/_dev/mail`, `  data     ${ctx.dataDir}`);
  if (options.seed) {
    lines.push('', 'Log in with');
    for (const { kind, email, password } of DEMO_ACCOUNTS)
      lines.push(`  ${kind.padEnd(7)}  ${email.padEnd(26)} ${password}`);
  }
  lines.push('', 'Ctrl-C stops it. The data stays.', '');
  return `${lines.join('\n')}\n`;
}

function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flat()
    .filter((address) => address && address.family === 'IPv4' && !address.internal)
    .map((address) => address?.address ?? '');
}
