import { v4 } from 'uuid';
import { IMAGE_EXTENSIONS, storedUrl } from '#contract/media.ts';
import { sessionStore } from '../session/session.ts';
import { imageHost, uploadToHost } from './image-host.ts';

export type StoredPicture = { ok: true; url: string } | { ok: false; message: string };
export type PublicPicture = 'avatar' | 'banner' | 'ad';

export const hasImageHost = (): boolean => imageHost() !== null;

const BUCKET = 'public-media';

/** §7: the names of pictures at the image host, by which the account's deletion finds them. */
const HOSTED_NAMES: Readonly<Record<PublicPicture, (userId: string) => string | null>> = {
  avatar: (userId) => `profile-pics/${userId}`,
  banner: (userId) => `profile-banners/${userId}_${Date.now()}`,
  ad: () => null,
};

/** Stores a picture that everyone may see, at the image host or in the member's public folder. `message` is '' if no answer came. */
export async function storePublicPicture(kind: PublicPicture, content: Blob): Promise<StoredPicture> {
  const session = sessionStore.get();
  if (session.kind !== 'member') return { ok: false, message: '' };
  const { userId } = session;
  const host = imageHost();
  return host ? uploadToHost(host, content, HOSTED_NAMES[kind](userId)) : storeInFolder(userId, content);
}

async function storeInFolder(userId: string, content: Blob): Promise<StoredPicture> {
  const path = `${userId}/${v4()}.${IMAGE_EXTENSIONS[content.type] ?? 'jpg'}`;
  try {
    const { supabase } = await import('./supabase.ts');
    const { error } = await supabase()
      .storage.from(BUCKET)
      .upload(path, content, { contentType: content.type, cacheControl: '31536000', upsert: false });
    if (!error) return { ok: true, url: storedUrl(BUCKET, path) };
    return { ok: false, message: error.status === undefined ? '' : error.message };
  } catch {
    return { ok: false, message: '' };
  }
}
