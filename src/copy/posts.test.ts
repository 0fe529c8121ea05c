import { expect, test } from 'vitest';
import { postsCopy } from './posts.ts';

test('§4: the ranks have their names, from no post to 50', () => {
  expect(postsCopy.ranks).toEqual(['Fresh Mag', 'Rookie', 'Operator', 'Sharpshooter', 'Veteran']);
});
