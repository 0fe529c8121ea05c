import { ask } from './http.ts';
import type { Ask } from './http.ts';

/** Addresses and public key of a running installation. */
export interface Installation {
  readonly appUrl: string;
  readonly supabaseUrl: string;
  readonly syncUrl: string;
  /** The public key of the API. */
  readonly key: string;
}

/** Failure of a check: what was wrong, in a few words. */
export class Problem extends Error {}

export function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Problem(otherwise);
}

/** Reads the addresses from the served app, which contains those that it was built with. */
export async function findInstallation(url: string, given: { syncUrl?: string } = {}): Promise<Installation> {
  const appUrl = new URL(url).origin;
  const page = await ask(`${appUrl}/`, { headers: { accept: 'text/html' } });
  const script = /<script[^>]*\bdata-key="[^>]*>/.exec(page.text)?.[0] ?? '';
  const attribute = (name: string): string | undefined => new RegExp(`\\b${name}="([^"]*)"`).exec(script)?.[1];
  const key = attribute('data-key');
  if (key === undefined) throw new Problem(`${appUrl} does not serve Rangeday: its page has no settings.`);
  const supabaseUrl = attribute('data-api') || appUrl;
  return { appUrl, supabaseUrl, key, syncUrl: given.syncUrl ?? syncUrlIn(page.headers, appUrl, supabaseUrl) };
}

/** The policy allows connections to Supabase and to the sync service. Without one of its own, sync is at /powersync. */
function syncUrlIn(headers: Headers, appUrl: string, supabaseUrl: string): string {
  const policy = headers.get('content-security-policy') ?? '';
  const sources = /connect-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
  const known = ["'self'", appUrl, new URL(supabaseUrl).origin];
  return sources.find((source) => source.startsWith('http') && !known.includes(source)) ?? `${appUrl}/powersync`;
}

/** A request to the API, as a visitor or with a member's token. */
export const askApi = ({ supabaseUrl, key }: Installation, path: string, { headers, ...more }: Ask = {}, token = key) =>
  ask(`${supabaseUrl}${path}`, { ...more, headers: { apikey: key, authorization: `Bearer ${token}`, ...headers } });
