import type { AdInput } from '#contract/managed-ads.ts';
import { createAd, createAdClient, deleteAd, updateAd, type WriteReply } from '#data/remote/managed-ads.ts';
import { type StoredPicture, storePublicPicture } from '#data/remote/public-picture.ts';

export { adDays, adStats, pageViewDays } from '#data/remote/managed-ads.ts';

/* Changes of ads. They need a connection, because the ceo must know whether they took effect. */

export const setAdActive = async (id: string, active: boolean): Promise<boolean> => (await updateAd(id, { active })).ok;

export const removeAd = async (id: string): Promise<boolean> => (await deleteAd(id)).ok;

/** `id` null: a new ad. */
export const saveAd = (id: string | null, input: AdInput): Promise<WriteReply> =>
  id === null ? createAd(input) : updateAd(id, input);

export const addClient = (name: string): Promise<WriteReply> => createAdClient(name);

export const uploadAdImage = (file: Blob): Promise<StoredPicture> => storePublicPicture('ad', file);
