import { fetchAs, limitedFetch } from '../http/request.ts';
import { memberTokenIfAny } from '../session/tokens.ts';
import { addressOf, packedPicture } from './packed.ts';

const PICTURE_TIMEOUT_MS = 30_000;

const load = limitedFetch(() => PICTURE_TIMEOUT_MS);

/** Stores a picture. Returns its bytes, 0 if there is none, null if it failed. Rejects if the device is full. */
export async function loadPicture(cache: Cache, url: string, signal: AbortSignal): Promise<number | null> {
  const address = addressOf(url);
  if (!address) return 0;
  const here = (await cache.match(address.key)) ?? (await packedPicture(address.key));
  const response = here ?? (await download(address, signal));
  if (response === null) return null;
  const type = response.headers.get('content-type') ?? '';
  if (response.status !== 200 || !type.startsWith('image/')) return 0;
  const { size } = await response.clone().blob();
  // After a log-out there must be no picture.
  if (!signal.aborted) await cache.put(address.key, response);
  return size;
}

async function download(
  { from, isPrivate }: { from: string; isPrivate: boolean },
  signal: AbortSignal,
): Promise<Response | null> {
  const init: RequestInit = { credentials: 'omit', mode: 'cors', cache: isPrivate ? 'no-store' : 'default', signal };
  return (isPrivate ? fetchAs(memberTokenIfAny, from, init, load) : load(from, init)).catch(() => null);
}
