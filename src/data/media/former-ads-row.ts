import type { Transaction } from 'dexie';

/** An ad, or a picture of one, that a former release stored as a file to upload, with its bytes; `former-ads.ts` makes drafts of them. */
export interface FormerAdFile {
  id: string;
  path: string;
  entity_id: string;
  state: string;
  picture: { type: string };
  hosted_url?: string;
  created_at: number;
  bytes: ArrayBuffer;
}

const AD_ENTITY = /^ad[:-]/;

/** In the upgrade of the database of files. */
export async function moveFormerAds(tx: Transaction): Promise<void> {
  const [jobs, bytes] = [tx.table<FormerAdFile>('jobs'), tx.table<{ bytes: ArrayBuffer }>('bytes')];
  for (const job of await jobs.filter(({ entity_id }) => AD_ENTITY.test(entity_id)).toArray()) {
    const stored = await bytes.get(job.id);
    if (stored) await tx.table<FormerAdFile>('former_ads').put({ ...job, bytes: stored.bytes });
    await Promise.all([jobs.delete(job.id), bytes.delete(job.id)]);
  }
}
