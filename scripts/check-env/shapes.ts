import { z } from 'zod';

/** Reads the contents of a token without checking its signature. */
export function claimsOf(token: string): Record<string, unknown> | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}

/** An origin: no path, no slash at the end. */
export const origin = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text, {
    error: 'is not an address such as https://rangeday.example (no path, no slash at the end)',
  });

export const httpsUrl = z.string().regex(/^https:\/\/\S+$/, 'is not an https address');
/** Without a slash at the end, because paths are appended. */
export const baseUrl = z.string().regex(/^https?:\/\/\S*[^\s/]$/, 'is not an address without a slash at the end');

/** Neither scheme, port nor path, and no address of numbers. */
export const hostName = z
  .string()
  .regex(/^(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*$/, 'is not a host name such as rangeday.example');

export const secret = z
  .string()
  .refine((text) => Buffer.byteLength(text) >= 32, { error: 'has fewer than 32 bytes' })
  .refine((text) => !/\s/.test(text), { error: 'contains white space' });

/** Part of a database address, so without characters that need an escape there. */
export const databasePassword = z
  .string()
  .regex(/^[A-Za-z0-9_-]{24,}$/, 'is not 24 or more letters, digits, - and _ (it becomes part of an address)');

/** A key of the API: a token for `role`, signed with JWT_SECRET, or a key in Supabase's newer format. */
export const apiKey = (role: 'anon' | 'service_role', prefix: 'sb_publishable_' | 'sb_secret_') =>
  z.string().refine((text) => text.startsWith(prefix) || claimsOf(text)?.['role'] === role, {
    error: `is neither a token with the role ${role} nor a key that starts with ${prefix}`,
  });

export const word = z.string().regex(/^\S+$/, 'contains white space');

export const email = z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/, 'is not a mail address');
export const sender = z.string().regex(/^([^<>]+<)?[^\s@<>]+@[^\s@<>]+>?$/, 'is not `Name <address>` or an address');
export const flag = z.enum(['true', 'false'], { error: 'is neither true nor false' });
export const port = z
  .string()
  .regex(/^\d+$/, 'is not a port')
  .refine((text) => Number(text) > 0 && Number(text) < 65_536, { error: 'is not a port' });

export const count = (least: number, most: number) =>
  z.string().refine((text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most, {
    error: `is not a number from ${least} to ${most}`,
  });

/** Base64url of `bytes` bytes. */
export const base64url = (bytes: number) =>
  z.string().refine((text) => /^[A-Za-z0-9_-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes, {
    error: `is not ${bytes} bytes as base64url`,
  });

export const startsWith = (prefix: RegExp, words: string) =>
  z.string().refine((text) => prefix.test(text), { error: `does not start with ${words}` });

export const socialLinks = z
  .string()
  .refine((text) => text.split(',').every((entry) => /^\s*[^=\s][^=]*=https:\/\/\S+\s*$/.test(entry)), {
    error: 'is not `Name=https://…, Name=https://…`',
  });

export const headerName = z.string().regex(/^[A-Za-z0-9-]+$/, 'is not the name of a header');
export const folder = z.string().regex(/^\.{0,2}\/\S*$/, 'is not a path that starts with /, ./ or ../');
export const httpsOrigins = z
  .string()
  .refine((text) => text.split(',').every((entry) => origin.safeParse(entry).success), {
    error: 'is not a list of addresses, separated by commas',
  });
