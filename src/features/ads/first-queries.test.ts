import { expect, test } from 'vitest';
import { AD_TYPES } from '#contract/ad-row.ts';
import { fitsFeed } from './first-queries.ts';

test('a mobile ad is never in a wide feed, and a skyscraper in none', () => {
  const ad = { id: 'a', title: 'Bags', destination_url: null, image_url: '/a.png', mobile_image_url: null };
  const fitting = (isWide: boolean) => AD_TYPES.filter((type) => fitsFeed({ ...ad, type }, isWide));
  expect(fitting(true)).toEqual(['square', 'banner']);
  expect(fitting(false)).toEqual(['square', 'banner', 'mobile']);
});
