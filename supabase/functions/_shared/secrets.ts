import { utf8 } from './encoding.ts';

/** Equal or not, in a time that tells nothing about where they differ. */
export async function isSameSecret(a: string, b: string): Promise<boolean> {
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  return await crypto.subtle.verify('HMAC', key, await crypto.subtle.sign('HMAC', key, utf8(a)), utf8(b));
}
