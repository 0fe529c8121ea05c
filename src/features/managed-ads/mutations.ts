import { v7 } from 'uuid';
import type { AdInput } from '#contract/managed-ads.ts';
import type { AdState, HeldAd } from '#data/media/held-ads.ts';
import { changeJob, removeJobs } from '#data/media/media-store.ts';
import { createAdClient, deleteAd, updateAd, type WriteReply } from '#data/remote/managed-ads.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';

export { adDays, adStats, pageViewDays } from '#data/remote/managed-ads.ts';

/* Changes of ads. They need a connection, because the ceo must know whether they took effect. */

export const setAdActive = async (id: string, active: boolean): Promise<boolean> => (await updateAd(id, { active })).ok;

export const removeAd = async (id: string): Promise<boolean> => (await deleteAd(id)).ok;

const account = (): string => accountOf(sessionStore.get());
const flush = (): void => replicaStore.get()?.flush({ force: true });

/** How long the form waits for the server's answer. */
const PATIENCE_MS = 8000;
const PAUSE_MS = 150;

/** Stores an ad on this device, from where it is sent after its pictures. */
export async function saveAd(ad: HeldAd, isOffline: boolean): Promise<AdState> {
  const { holdAd, adState, takeHeldAd } = await import('#data/media/held-ads.ts');
  const held = await holdAd(account(), ad).catch(() => null);
  if (held === null) return { state: 'refused', message: '' };
  flush();
  const end = Date.now() + (isOffline ? 0 : PATIENCE_MS);
  let found = await adState(account(), held);
  while (found.state === 'held' && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    found = await adState(account(), held);
  }
  // It is still in the form.
  if (found.state === 'refused') await takeHeldAd(account(), held);
  return found;
}

/** In the draft of a new ad: the id that it was sent with. */
export const NEW_ID = 'id';

/** Tries a held ad again that the server refused. */
export async function retryAd(ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await changeJob(account(), id, {
      ...{ state: 'queued', failures: 0, not_before: 0, sent: 0 },
      ...{ upload_url: null, error: null },
    });
  flush();
}

export const discardAd = (ids: readonly string[]): Promise<void> => removeJobs(account(), ids);

/** Moves a held ad to a draft of its form. Returns the id of the ad if it exists already. */
export async function editHeldAd(
  jobId: string,
  toText: (input: AdInput) => Record<string, string>,
): Promise<string | null> {
  const [{ takeHeldAd }, { storeDraft }] = await Promise.all([
    import('#data/media/held-ads.ts'),
    import('#data/drafts/drafts.ts'),
  ]);
  const ad = await takeHeldAd(account(), jobId);
  if (!ad) return null;
  const place = ad.isNew ? 'ad:new' : `ad:${ad.id}`;
  const text = { ...toText(ad.input), ...(ad.isNew ? { [NEW_ID]: ad.id } : {}) };
  await storeDraft(account(), { id: v7(), place, text, files: [], changed_at: Date.now() });
  return ad.isNew ? null : ad.id;
}

export const addClient = (name: string): Promise<WriteReply> => createAdClient(name);

/** The picture as it was made, but without its metadata. Null: it is damaged. */
async function withoutMetadata(picture: Blob): Promise<Blob | null> {
  const [{ isForeign, sniff }, { bareImage }, { problemOf }] = await Promise.all([
    import('#data/media/strip/strip.ts'),
    import('#data/media/strip/bare.ts'),
    import('#data/media/cleaner.ts'),
  ]);
  const bytes = new Uint8Array(await picture.arrayBuffer());
  const type = sniff(bytes);
  const bare =
    type === null || isForeign(type) || (await problemOf(await picture.arrayBuffer())) ? null : bareImage(type, bytes);
  return bare && new Blob([bare.bytes], { type: picture.type });
}

/** Stores the picture of an ad on this device to be uploaded. Null: it is damaged, or there is no room. */
export async function takeAdImage(picture: Blob): Promise<string | null> {
  const file = await withoutMetadata(picture);
  if (!file) return null;
  const { holdAdImage } = await import('#data/media/held-ads.ts');
  const url = await holdAdImage(account(), file).catch(() => null);
  if (url !== null) flush();
  return url;
}
