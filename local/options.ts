import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { Sentence } from './sentence.ts';

const COMMANDS = ['start', 'dev', 'status', 'reset', 'seed'] as const;

export interface CliOptions {
  readonly command: (typeof COMMANDS)[number] | 'help';
  readonly port: number;
  readonly host: string;
  /** Absolute; undefined: the default of this checkout and user. */
  readonly dataDir: string | undefined;
  readonly seed: boolean;
  readonly build: boolean;
  /** What `seed` adds. */
  readonly members: number;
  readonly posts: number;
}

export const USAGE = `Usage: npm start -- [options]        start everything at http://localhost:8080
       npm run dev -- [options]      the same, with hot reload
       npm run status -- [options]   addresses and keys of the running backend
       npm run reset -- [options]    delete the data
       npm run seed -- [options]     add many members and posts

Options:
  --port <number>      port to listen on (8080)
  --host <address>     address to listen on (127.0.0.1; 0.0.0.0 lets other devices in)
  --data-dir <folder>  where everything is kept, so that several can run side by side
  --no-seed            start without example members and posts
  --no-build           serve the app as it was last built
  --members <number>   members that seed adds (10000)
  --posts <number>     posts that seed adds (100000)
  --help               print this`;

/** Reads the command line. Throws Sentence (exit code 2) with the usage when it is not understood. */
export function readOptions(args: readonly string[], folder: string): CliOptions {
  const { values, positionals } = parse(args);
  const command = values.help ? 'help' : COMMANDS.find((name) => name === positionals[0]);
  if (!command || positionals.length > 1) {
    const odd = command ? positionals[1] : positionals[0];
    throw misuse(odd === undefined ? 'Say what to do.' : `"${odd}" is not understood here.`);
  }
  if (values['data-dir'] === '') throw misuse('--data-dir needs a folder.');
  return {
    command,
    port: readPort(values.port),
    host: values.host,
    dataDir: values['data-dir'] === undefined ? undefined : resolve(folder, values['data-dir']),
    seed: !values['no-seed'],
    build: !values['no-build'],
    members: readCount('--members', values.members),
    posts: readCount('--posts', values.posts),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: '127.0.0.1' },
        'data-dir': { type: 'string' },
        'no-seed': { type: 'boolean', default: false },
        'no-build': { type: 'boolean', default: false },
        members: { type: 'string', default: '10000' },
        posts: { type: 'string', default: '100000' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : '';
    throw misuse(`${reason.replace(/\.$/, '')}.`);
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw misuse('--port needs a number from 1 to 65535.');
  return port;
}

function readCount(option: string, text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 10 || count > 10_000_000)
    throw misuse(`${option} needs a number from 10 to 10000000.`);
  return count;
}

function misuse(reason: string): Sentence {
  return new Sentence(`${reason}\n\n${USAGE}`, { exitCode: 2 });
}
