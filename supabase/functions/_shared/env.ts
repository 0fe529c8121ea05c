/** A setting that must be there; its absence is a deployment fault, told in the log and not to the caller. */
export function need(name: string): string {
  const value = Deno.env.get(name);
  if (value === undefined || value === '') throw new Error(`The setting ${name} is missing.`);
  return value;
}
