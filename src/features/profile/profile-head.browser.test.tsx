import '#ui/testing/house-styles.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { ProfileHead } from './profile-head.tsx';
import type { Profile } from './queries.ts';

// Cast: what the head shows of a profile.
const own = {
  ...{ id: 'me', mine: true, isWhole: true, post_count: 2, friend_count: 5, hidden: [], standing: {} },
  author: { username: 'sam_weller', rank: 1, profile_image_url: null },
} as unknown as Profile;

test.each([360, 390, 768])('in %d px the own profile has its buttons in one row, equally high', async (width) => {
  await page.viewport(width, 800);
  await render(<ProfileHead profile={own} offline={false} />);
  const edit = page.getByRole('link', { name: 'Edit Profile' });
  await expect.element(edit).toBeVisible();
  await document.fonts.ready;
  const boxes = [
    edit,
    page.getByRole('button', { name: 'Share profile' }),
    page.getByRole('button', { name: 'Show my code' }),
  ].map((each) => each.element().getBoundingClientRect());
  expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(1);
  expect(new Set(boxes.map(({ height }) => Math.round(height))).size).toBe(1);
});
