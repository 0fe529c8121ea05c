/** Loaded when an ad is really seen: the first screen does without it. */
export const recordAdEvent = async (adId: string, type: 'impression' | 'click'): Promise<void> => {
  const ads = await import('#data/remote/ads.ts').catch(() => null);
  await ads?.recordAdEvent(adId, type);
};
