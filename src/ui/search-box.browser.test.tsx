import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SearchBox } from './search-box.tsx';
import { render } from './testing/render.tsx';

test.each([
  ['a screen that is touched, whose keyboard would cover the page', true, false],
  ['a desk', false, true],
])('on %s the field has the focus at the start: %s', async (_, isTouch, hasFocus) => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget() as MediaQueryList, { matches: isTouch && query === '(hover: none)' }),
  );
  await render(<SearchBox value="" onChange={() => {}} label="Search" clearLabel="Clear" maxLength={100} isFocused />);
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
  expect(document.activeElement?.localName === 'input').toBe(hasFocus);
  vi.restoreAllMocks();
});
