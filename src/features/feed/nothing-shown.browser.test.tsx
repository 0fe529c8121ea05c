import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { feedCopy } from '#copy/feed.ts';
import { sidebarCopy } from '#copy/sidebar.ts';
import { Board } from '#features/boards/board.tsx';
import type { Missing } from '#lib/missing.ts';
import { render } from '#ui/testing/render.tsx';
import { NothingShown } from './nothing-shown.tsx';

test.each([
  ['loading', feedCopy.loading],
  ['offline', feedCopy.notHereText],
  ['unavailable', deviceNoticeCopy.unavailableText],
] as const)('a feed without posts that the server has not confirmed: %s', async (missing: Missing, text) => {
  await render(<NothingShown tab="main" synced={false} missing={missing} />);
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByText(feedCopy.loading).elements()).toHaveLength(missing === 'loading' ? 1 : 0);
});

test.each(['loading', 'offline', 'unavailable'] as const)('a board that is not on this device: %s', async (missing) => {
  const host = await render(
    <Board title="Top Users" empty="Nobody" complete={false} missing={missing}>
      {[]}
    </Board>,
  );
  const isLoading = missing === 'loading';
  await expect.element(page.getByRole('heading', { name: 'Top Users' })).toBeVisible();
  expect(host.querySelector('section')?.getAttribute('aria-busy')).toBe(String(isLoading));
  expect(page.getByText(sidebarCopy.notHereYet).elements()).toHaveLength(isLoading ? 0 : 1);
  expect(page.getByText('Nobody').elements()).toHaveLength(0);
});
