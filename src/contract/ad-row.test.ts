import { expect, test } from 'vitest';
import { toAd } from './ad-row.ts';

test('an ad of a type of a later release is no ad', () => {
  const row = { id: 'a', title: 'Bags', destination_url: null, image_url: '/a.png', mobile_image_url: null };
  expect(toAd({ ...row, type: 'square' })).toMatchObject({ title: 'Bags', type: 'square' });
  expect(toAd({ ...row, type: 'hologram' })).toBeNull();
});
