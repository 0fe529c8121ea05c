import { utf8 } from './encoding.ts';

/** Compares in constant time. */
export async function isSameSecret(a: string, b: string): Promise<boolean> {
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  return await crypto.subtle.verify('HMAC', key, await crypto.subtle.sign('HMAC', key, utf8(a)), utf8(b));
}
