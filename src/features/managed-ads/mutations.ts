import type { AdInput } from '#contract/managed-ads.ts';
import type { Picture } from '#contract/media.ts';
import type { HostedPicture } from '#data/remote/image-host.ts';
import { createAd, createAdClient, deleteAd, updateAd, type WriteReply } from '#data/remote/managed-ads.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';

export { adDays, adStats, pageViewDays } from '#data/remote/managed-ads.ts';

/** Ads are written online only: the ceo must know whether a change took effect. Forms are drafts until then. */

export const setAdActive = async (id: string, active: boolean): Promise<boolean> => (await updateAd(id, { active })).ok;

export const removeAd = async (id: string): Promise<boolean> => (await deleteAd(id)).ok;

const account = (): string => accountOf(sessionStore.get());

/** Creates or changes an ad. Retries keep a new ad's id: the server may have it although it did not answer. */
export const saveAd = (id: string, isNew: boolean, input: AdInput): Promise<WriteReply> =>
  isNew ? createAd(id, input) : updateAd(id, input);

/** Makes drafts of what a former release has stored of ads. */
export const readyAdDrafts = async (): Promise<void> =>
  (await import('#data/media/former-ads.ts')).moveFormerAdsToDrafts(account());

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

/** A chosen picture for the draft, without metadata. `field`: of the form. Null: it is damaged. */
export async function takeAdImage(field: string, picture: Blob): Promise<Picture | null> {
  const file = await withoutMetadata(picture);
  return file && (await import('#data/media/ad-picture.ts')).adPicture(field, file);
}

/** Uploads a picture. `message` is the reason of a refusal, or '' if it can be tried again. */
export const sendAdImage = async ({ bytes, type }: Picture): Promise<HostedPicture> =>
  (await import('#data/remote/ad-image.ts')).uploadAdImage(account(), new Blob([bytes], { type }));
