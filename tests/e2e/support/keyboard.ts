import type { Locator, Page } from '@playwright/test';

import { expect } from '../../support/member.ts';

/** A control with more tab stops before it counts as unreachable. */
const MOST_STOPS = 80;

interface Stop {
  /** What hides the focus; empty if nothing does. */
  readonly fault: string;
  readonly isTarget: boolean;
  /** Leads on to the target. */
  readonly key: 'Tab' | 'Shift+Tab';
}

/**
 * Moves the focus to a control by Tab and Shift+Tab. Every stop on the way must show its focus: it is inside the
 * window, uncovered, and looks different from its unfocused state.
 */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  const visible = place.filter({ visible: true });
  const target = visible.first();
  await expect(target).toBeVisible();
  let { key } = await target.evaluate(stopOnTheWay, true);
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press(key);
    // All in one call: to find the target by its role and name takes longer than the stop.
    let seen = await target.evaluate(stopOnTheWay, false);
    if (seen.fault !== '') {
      // A list that renders entries above the focus moves it back into view within the same frame, which may not be
      // painted yet.
      await page.evaluate(nextFrame);
      seen = await target.evaluate(stopOnTheWay, false);
    }
    expect(seen.fault, 'a stop of the keyboard').toBe('');
    if (seen.isTarget) return;
    ({ key } = seen);
  }
  throw new Error(`${target.toString()} is not reached by Tab.`);
}

/** Tabs to a control and presses it. */
export async function pressByKeyboard(page: Page, place: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, place);
  await page.keyboard.press(key);
}

/** Tabs to a field and writes into it. */
export async function typeByKeyboard(page: Page, place: Locator, text: string): Promise<void> {
  await tabTo(page, place);
  await page.keyboard.type(text);
}

/** Resolves when a frame that has been painted is on screen; the stop is looked at again. Runs in the page. */
function nextFrame(): Promise<void> {
  delete (globalThis as { lastStop?: Element }).lastStop;
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

/** Describes where the focus is; at the beginning of the way nothing is looked at. Runs in the page. */
function stopOnTheWay(target: Element, isBeginning: boolean): Stop {
  const faultOfFocus = (): string => {
    const node = document.activeElement;
    // At the end of the page the focus moves to the browser.
    if (!(node instanceof HTMLElement) || node === document.body) return '';
    // A date field has several stops. Looking at it without focus, below, would lead back to the first of them.
    const seen = globalThis as { lastStop?: Element };
    if (seen.lastStop === node) return '';
    seen.lastStop = node;
    const name = node.outerHTML.slice(0, 140);
    // A link without text may cover its container by a pseudo-element.
    const isOverlay =
      node.getBoundingClientRect().width <= 1 && getComputedStyle(node, '::after').position === 'absolute';
    // Radio buttons and checkboxes are drawn by their label; the input itself is one pixel.
    const label = node instanceof HTMLInputElement && node.getBoundingClientRect().width <= 1 && node.labels?.[0];
    const box = ((isOverlay && node.offsetParent) || label || node).getBoundingClientRect();
    if (box.bottom <= 0 || box.top >= innerHeight || box.width <= 1) return `out of sight: ${name}`;

    // The visible part must be the element itself and not a bar above it.
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    const labels = node instanceof HTMLInputElement ? [...(node.labels ?? [])] : [];
    const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1);
    const found = [0.25, 0.5, 0.75].map((share) => document.elementFromPoint(x, top + (bottom - top) * share));
    const isOwn = (hit: Element | null): boolean =>
      hit !== null && ([node, ...labels].some((owner) => owner.contains(hit)) || hit.contains(node));
    const others = found.filter((hit) => !isOwn(hit));
    // An entry's own buttons lie above its link.
    if (others.length > (isOverlay ? 2 : 0)) return `covered by ${others[0]?.outerHTML.slice(0, 80)}: ${name}`;

    const looks = (): string =>
      [node, node.parentElement, node.parentElement?.parentElement, ...labels, node.nextElementSibling]
        .map((part) => {
          if (!part) return '';
          const { outline, boxShadow, borderColor, borderWidth, backgroundColor, textDecoration, backgroundImage } =
            getComputedStyle(part);
          const around = [getComputedStyle(part, '::before').outline, getComputedStyle(part, '::after').outline];
          return [
            outline,
            boxShadow,
            borderColor,
            borderWidth,
            backgroundColor,
            textDecoration,
            backgroundImage,
            around,
          ];
        })
        .join('|');
    const focused = looks();
    const [x0, y0] = [scrollX, scrollY];
    node.blur();
    const plain = looks();
    node.focus({ preventScroll: true });
    scrollTo(x0, y0);
    return focused === plain ? `looks the same with and without focus: ${name}` : '';
  };

  const fault = isBeginning ? '' : faultOfFocus();
  const from = document.activeElement;
  // Backwards to elements before the focus: an endless feed has no last stop.
  const isBehind =
    from && from !== document.body && target.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING;
  return { fault, isTarget: target === from, key: isBehind ? 'Shift+Tab' : 'Tab' };
}
