import { expect, test } from 'vitest';
import { AD_TYPES, fitsFeed, toAd } from './ad-row.ts';

test('a mobile ad is never in a wide feed, and a skyscraper in none', () => {
  const ofType = (type: string) =>
    toAd({ ...{ id: 'a', title: 'Bags', type, destination_url: null, image_url: '/a.png', mobile_image_url: null } });
  const fitting = (isWide: boolean) =>
    AD_TYPES.filter((type) => {
      const ad = ofType(type);
      return ad && fitsFeed(ad, isWide);
    });
  expect(fitting(true)).toEqual(['square', 'banner']);
  expect(fitting(false)).toEqual(['square', 'banner', 'mobile']);
  expect(ofType('hologram')).toBeNull();
});
