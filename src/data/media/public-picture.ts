import type { ProfilePicture, UploadOutcome } from './media-row.ts';
import { imageHost, uploadToHost } from '../remote/image-host.ts';

/** Without one the lane stores public pictures in the member's folder. */
export const hasImageHost = (): boolean => imageHost() !== null;

/** §7: names by which the account's deletion finds hosted pictures. Stable, so that a retry stores no second one. */
const hostedName = (account: string, { field, created_at }: ProfilePicture): string =>
  field === 'profile_image_url' ? `profile-pics/${account}` : `profile-banners/${account}_${created_at}`;

export async function sendToHost(account: string, job: ProfilePicture, bytes: ArrayBuffer): Promise<UploadOutcome> {
  const host = imageHost();
  if (!host) return { kind: 'later' };
  const content = new Blob([bytes], { type: job.type });
  const stored = await uploadToHost(host, content, hostedName(account, job));
  if (stored.ok) return { kind: 'done', hosted_url: stored.url };
  return stored.message === '' ? { kind: 'later' } : { kind: 'refused', message: stored.message };
}
