/* Search parameters as plain text: the router would read 007 and true as JSON, and write them in quotes. */

/** @param search with or without the question mark; the last of several values counts */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

/** With the question mark; empty without parameters. Those that are undefined are omitted. */
export function stringifySearch(search: Record<string, string | number | boolean | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) params.set(name, String(value));
  return params.size === 0 ? '' : `?${params}`;
}
