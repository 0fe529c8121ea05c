import type { MediaJob, UploadOutcome } from './media-row.ts';
import { imageHost, uploadToHost } from '../remote/image-host.ts';

/** Without one the lane stores public pictures in the member's folder. */
export const hasImageHost = (): boolean => imageHost() !== null;

/** §7: the names of pictures at the image host, by which the account's deletion finds them. The same at each attempt, so that none is there twice. */
function hostedName(account: string, { entity_id, created_at }: MediaJob): string | null {
  if (entity_id === 'profile_image_url') return `profile-pics/${account}`;
  return entity_id === 'banner_url' ? `profile-banners/${account}_${created_at}` : null;
}

/** Uploads a picture that everyone may see to the image host. */
export async function sendToHost(account: string, job: MediaJob, bytes: ArrayBuffer): Promise<UploadOutcome> {
  const host = imageHost();
  if (!host) return { kind: 'later' };
  const content = new Blob([bytes], { type: job.picture.type });
  const stored = await uploadToHost(host, content, hostedName(account, job));
  if (stored.ok) return { kind: 'done', hosted_url: stored.url };
  return stored.message === '' ? { kind: 'later' } : { kind: 'refused', message: stored.message };
}
