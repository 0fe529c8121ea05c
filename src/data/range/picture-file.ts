import { fetchAs, limitedFetch } from '../http/request.ts';
import { localImage } from '../media/local-pictures.ts';
import { memberTokenIfAny } from '../session/tokens.ts';
import { addressOf, packedPicture } from './packed.ts';

const load = limitedFetch(() => 30_000);

/**
 * The bytes of a picture of a post or comment: those that are not sent yet, those of the app's caches, else of Storage,
 * with the reader's token. They have no metadata, because the app removes them before it sends a picture and the server
 * refuses others (decision 029). Null if they are not on this device and the server does not answer.
 */
export async function readPicture(url: string): Promise<Blob | null> {
  const local = await localImage(url);
  if (local) return local;
  const address = addressOf(url);
  if (!address) return null;
  const { from, key, isPrivate } = address;
  const stored = await packedPicture(key).catch(() => undefined);
  const answer = stored ?? (await fetchAs(isPrivate ? memberTokenIfAny : noToken, from, {}, load).catch(() => null));
  return answer?.ok ? answer.blob() : null;
}

const noToken = async (): Promise<null> => null;
