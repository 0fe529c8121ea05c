import { Failure } from './log.ts';

/**
 * Returns a required setting. Throws if it is missing, which is a deployment error: it goes to the log, not to the
 * caller.
 */
export function requireEnv(name: string): string {
  const value = Deno.env.get(name);
  if (value === undefined || value === '') throw new Failure(`setting ${name} is missing`);
  return value;
}
