import { packedKey } from '../device/account-keys.ts';
import { PACKED_CACHE, IMAGE_CACHES } from '../device/image-cache.ts';
import { readKey, writeKey } from '../device/kv.ts';
import { endpoints } from '../http/config.ts';
import type { ChosenDays } from './due.ts';

/** How the member uses range mode on this device. */
export interface Packed extends ChosenDays {
  /** The most megabytes of photos. */
  megabytes: number;
}

const DEFAULT: Packed = { at: null, megabytes: 30, day: null, weekdays: [] };

export async function readPacked(account: string): Promise<Packed> {
  const stored = await readKey<Partial<Packed>>(packedKey(account)).catch(() => undefined);
  const packed = { ...DEFAULT, ...stored };
  // The pictures were cleared since.
  return (await hasPictures()) ? packed : { ...packed, at: null };
}

/** False where there are no caches, as on a plain http address. */
const hasPictures = async (): Promise<boolean> =>
  (await globalThis.caches?.has(PACKED_CACHE).catch(() => false)) ?? false;

/** Not atomic: only the page of range mode and a run write it. */
export const changePacked = async (account: string, part: Partial<Packed>): Promise<void> =>
  void (await writeKey(packedKey(account), { ...(await readPacked(account)), ...part }));

const PRIVATE = '/storage/v1/object/authenticated/';

/** A picture's address and cache key, as in sw/seen-cache.ts. Null: another site's, which is not saved. */
export function addressOf(url: string): { from: string; key: string; isPrivate: boolean } | null {
  const from = url.startsWith('/storage/') ? endpoints().supabaseUrl + url : new URL(url, location.origin).href;
  if (url.startsWith(PRIVATE)) return { from, key: new URL(url, location.origin).href, isPrivate: true };
  const isOwn = [location.origin, new URL(endpoints().supabaseUrl, location.origin).origin].includes(
    new URL(from, location.origin).origin,
  );
  return isOwn ? { from, key: from, isPrivate: false } : null;
}

export async function isPictureHere(url: string): Promise<boolean> {
  const address = addressOf(url);
  if (!address) return false;
  return (await packedPicture(address.key).catch(() => undefined)) !== undefined;
}

/** Deletes those of a cache whose key is not needed. */
export async function deletePictures(cacheName: string, isUnneeded: (key: string) => boolean): Promise<void> {
  // `open` would create it. On a plain http address there are none.
  if (!globalThis.caches || !(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) if (isUnneeded(request.url)) await cache.delete(request);
}

/** A picture of any cache, by its key. */
export async function packedPicture(key: string): Promise<Response | undefined> {
  for (const cacheName of IMAGE_CACHES) {
    const found = await caches.match(key, { cacheName });
    if (found) return found;
  }
  return undefined;
}

/** The keys of all pictures on this device. Empty where there are no caches, as on a plain http address. */
export async function packedPictureKeys(): Promise<Set<string>> {
  const keys = new Set<string>();
  try {
    for (const name of IMAGE_CACHES) {
      // `open` would create it.
      if (!(await caches.has(name))) continue;
      for (const { url } of await (await caches.open(name)).keys()) keys.add(url);
    }
  } catch {
    // As if none was held.
  }
  return keys;
}
