import { sessionStore } from '../session/session.ts';
import { imageHost, uploadToHost } from './image-host.ts';

export type StoredPicture = { ok: true; url: string } | { ok: false; message: string };
export type PublicPicture = 'avatar' | 'banner' | 'ad';

/** Without one the lane stores public pictures in the member's folder. */
export const hasImageHost = (): boolean => imageHost() !== null;

/** §7: the names of pictures at the image host, by which the account's deletion finds them. */
const HOSTED_NAMES: Readonly<Record<PublicPicture, (userId: string) => string | null>> = {
  avatar: (userId) => `profile-pics/${userId}`,
  banner: (userId) => `profile-banners/${userId}_${Date.now()}`,
  ad: () => null,
};

/** Stores a picture that everyone may see at the image host. `message` is '' if no answer came. */
export async function storePublicPicture(kind: PublicPicture, content: Blob): Promise<StoredPicture> {
  const session = sessionStore.get();
  const host = imageHost();
  if (session.kind !== 'member' || !host) return { ok: false, message: '' };
  return uploadToHost(host, content, HOSTED_NAMES[kind](session.userId));
}
