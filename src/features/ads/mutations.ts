/** Loaded when an ad is seen, because the first screen does not need it. */
export const recordAdEvent = async (adId: string, type: 'impression' | 'click'): Promise<void> => {
  const ads = await import('#data/remote/ads.ts').catch(() => null);
  await ads?.recordAdEvent(adId, type);
};
