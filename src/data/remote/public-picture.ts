import { v4 } from 'uuid';
import { IMAGE_EXTENSIONS } from '#contract/media.ts';
import { sessionStore } from '../session/session.ts';

export type StoredPicture = { ok: true; url: string } | { ok: false; message: string };

const BUCKET = 'public-media';

/** Stores an avatar, banner or ad in the member's public folder. `message` is '' if no answer came. */
export async function storePublicPicture(content: Blob): Promise<StoredPicture> {
  const session = sessionStore.get();
  if (session.kind !== 'member') return { ok: false, message: '' };
  const path = `${session.userId}/${v4()}.${IMAGE_EXTENSIONS[content.type] ?? 'jpg'}`;
  try {
    const { supabase } = await import('./supabase.ts');
    const { error } = await supabase()
      .storage.from(BUCKET)
      .upload(path, content, { contentType: content.type, cacheControl: '31536000', upsert: false });
    if (!error) return { ok: true, url: `/storage/v1/object/public/${BUCKET}/${path}` };
    return { ok: false, message: error.status === undefined ? '' : error.message };
  } catch {
    return { ok: false, message: '' };
  }
}
