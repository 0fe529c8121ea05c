import '#ui/testing/house-styles.ts';
import { expect, test } from 'vitest';
import { placeOf } from '#ui/testing/place-of.ts';
import { render } from '#ui/testing/render.tsx';
import type { FoundText } from './queries.ts';
import { Texts } from './search-results.tsx';

test('the title of a post is in its quotation marks, also where it breaks', async () => {
  const comment: FoundText = {
    ...{ id: 'c', userId: 'u', postId: 'p', isMine: false, created_at: '2026-11-28T04:22:00Z' },
    author: { username: 'sam_weller', profile_image_url: null, rank: 1 },
    title: 'Fog lifted at nine and we had the line to ourselves',
    text: 'I heard you from the car park.',
  };
  const host = await render(
    <div style={{ width: 360 }}>
      <Texts found={{ posts: [], comments: [comment] }} words={['car']} kind={undefined} />
    </div>,
  );
  const [open, first, last, close] = ['“', 'Fog', 'ourselves', '”'].map((letters) => placeOf(host, letters));
  expect(last!.top).toBeGreaterThan(first!.top);
  expect([first!.top - open!.top, first!.left - open!.right]).toEqual([0, 0]);
  expect([last!.top - close!.top, close!.left - last!.right]).toEqual([0, 0]);
});
