import { parseArgs } from 'node:util';

type Option = { readonly type: 'boolean' } | { readonly type: 'string' };
type Values<Options extends Record<string, Option>> = {
  readonly [Name in keyof Options]?: Options[Name]['type'] extends 'string' ? string : boolean;
};

/**
 * Reads a command's options. `--help` prints the usage and exits; an unknown option prints it to stderr and exits with
 * 2.
 */
export function readOptions<const Options extends Record<string, Option>>(
  usage: string,
  options: Options,
): Values<Options> {
  let values: Record<string, unknown>;
  try {
    ({ values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } }));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    process.stderr.write(`${reason}.\n\n${usage}\n`);
    process.exit(2);
  }
  if (values['help'] === true) {
    process.stdout.write(`${usage}\n`);
    process.exit();
  }
  return values as Values<Options>;
}
