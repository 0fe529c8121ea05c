import { expect } from '../../e2e/support/fixtures.ts';
import type { Phone } from './phone.ts';

/** In the page: what sticks out at the right, its tag and how far, at most five. */
function overflowing(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5)
    .map((element) => `${element.outerHTML.slice(0, 80)} ends at ${element.getBoundingClientRect().right}`);
}

/** Checks that the page on display is not wider than the screen at any of these widths. */
export async function expectToFit(phone: Phone, widths: readonly number[], page: string): Promise<void> {
  for (const width of widths) {
    await phone.resize(width, 780);
    expect(await phone.evaluate(overflowing), `${page} at ${width}`).toEqual([]);
  }
}
