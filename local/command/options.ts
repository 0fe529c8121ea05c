import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import type { Examples } from '../seed/world.ts';
import { UserError } from '../system/user-error.ts';

const COMMANDS = ['start', 'dev', 'status', 'reset', 'seed'] as const;

export interface CliOptions {
  readonly command: (typeof COMMANDS)[number] | 'help';
  readonly port: number;
  readonly host: string;
  /** Absolute path; undefined: the default for this checkout and user. */
  readonly dataDir: string | undefined;
  readonly seed: boolean;
  readonly examples: Examples;
  readonly build: boolean;
  /** Number of members and posts that `seed` adds. */
  readonly members: number;
  readonly posts: number;
}

export const USAGE = `Usage: npm start -- [options]        start everything at http://localhost:8080
       npm run dev -- [options]      the same, with hot reload
       npm run status -- [options]   addresses and keys of the running backend
       npm run reset -- [options]    delete the data
       npm run seed -- [options]     add many members and posts, with comments and votes

Options:
  --port <number>      port to listen on (8080)
  --host <address>     address to listen on (127.0.0.1; 0.0.0.0 to allow other devices)
  --data-dir <folder>  folder for all data; use several to run several backends
  --no-seed            start without example members and posts
  --examples <week|year>  posts of a week by a few members, or of a year with messages and reports (year)
  --no-build           serve the app without building it again
  --members <number>   members that seed adds (10000)
  --posts <number>     posts that seed adds (100000)
  --help               print this`;

/** Parses the command line. Throws UserError (exit code 2) with the usage if it is invalid. */
export function readOptions(args: readonly string[], folder: string): CliOptions {
  const { values, positionals } = parse(args);
  const command = values.help ? 'help' : COMMANDS.find((name) => name === positionals[0]);
  if (!command || positionals.length > 1) {
    const unknown = command ? positionals[1] : positionals[0];
    throw usageError(unknown === undefined ? 'A command is missing.' : `Unknown argument "${unknown}".`);
  }
  if (values['data-dir'] === '') throw usageError('--data-dir needs a folder.');
  return {
    command,
    port: readPort(values.port),
    host: values.host,
    dataDir: values['data-dir'] === undefined ? undefined : resolve(folder, values['data-dir']),
    seed: !values['no-seed'],
    examples: readExamples(values.examples),
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
        examples: { type: 'string', default: 'year' },
        'no-build': { type: 'boolean', default: false },
        members: { type: 'string', default: '10000' },
        posts: { type: 'string', default: '100000' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : '';
    throw usageError(`${reason.replace(/\.$/, '')}.`);
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw usageError('--port needs a number from 1 to 65535.');
  return port;
}

function readExamples(text: string): Examples {
  if (text !== 'week' && text !== 'year') throw usageError('--examples needs week or year.');
  return text;
}

function readCount(option: string, text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 10 || count > 10_000_000)
    throw usageError(`${option} needs a number from 10 to 10000000.`);
  return count;
}

function usageError(reason: string): UserError {
  return new UserError(`${reason}\n\n${USAGE}`, { exitCode: 2 });
}
