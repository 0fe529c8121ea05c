import { useLiveQuery } from 'dexie-react-hooks';
import { adImagePath, readHeldAd } from '#data/media/held-ads.ts';
import { AD, type MediaJob } from '#data/media/media-row.ts';
import { listJobs, readFile } from '#data/media/media-store.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useObjectUrl } from '#lib/use-object-url.ts';
import { useStore } from '#lib/use-store.ts';

const readImage = async (url: string): Promise<Blob | null> => {
  const path = adImagePath(url);
  return path === null ? null : readFile(accountOf(sessionStore.get()), path).catch(() => null);
};

/** Where a picture of an ad is shown from: the bytes on this device, or its address. '' for none. */
export const useAdImage = (url: string): string => useObjectUrl(url === '' ? null : url, readImage) ?? url;

/** The upload of a picture, with the reason if it was refused; undefined if it is not on this device. */
export function useAdImageUpload(url: string): Pick<MediaJob, 'state' | 'error'> | undefined {
  const account = accountOf(useStore(sessionStore));
  const path = adImagePath(url);
  return useLiveQuery(
    async () =>
      path === null ? undefined : (await listJobs(account).catch(() => [])).find((job) => job.path === path),
    [account, path],
  );
}

/** An ad that waits on this device. */
export interface HeldAd {
  id: string;
  title: string;
  /** False: a change of one that exists. */
  isNew: boolean;
  /** Its jobs: the pictures and itself. */
  jobs: readonly string[];
  size: number;
  sent: number;
  /** Why the server refused it; null while it waits. */
  refused: string | null;
}

const NONE: readonly HeldAd[] = [];

const toHeld = (ad: MediaJob, jobs: readonly MediaJob[], isNew: boolean): HeldAd => ({
  id: ad.id,
  title: ad.label,
  isNew,
  jobs: jobs.map(({ id }) => id),
  size: jobs.reduce((sum, { size }) => sum + size, 0),
  sent: jobs.reduce((sum, { sent }) => sum + sent, 0),
  refused: jobs.find(({ state }) => state === 'refused') ? (jobs.find(({ error }) => error)?.error ?? '') : null,
});

export function useHeldAds(): readonly HeldAd[] {
  const account = accountOf(useStore(sessionStore));
  return useLiveQuery(
    async () => {
      const all = (await listJobs(account).catch(() => [])).filter(({ entity_id }) => entity_id.startsWith(AD));
      const ads = all.filter(({ id, entity_id }) => id === entity_id);
      return Promise.all(
        ads.map(async (ad) => {
          const jobs = all.filter(({ entity_id }) => entity_id === ad.id);
          return toHeld(ad, jobs, (await readHeldAd(account, ad.id))?.isNew ?? true);
        }),
      );
    },
    [account],
    NONE,
  );
}
