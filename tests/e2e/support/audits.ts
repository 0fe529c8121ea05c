import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The builder would send the other form of it, 1.5 MB, twice for each audit. */
const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);
/** No rule needs the text of the style sheets, which axe would collect for each audit. */
const OPTIONS = { resultTypes: ['violations' as const], preload: { assets: ['media'] } };
/** A script that changes nothing. */
const NOTHING = '0';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const CONTRAST = 'color-contrast';

/** A page that always moves is audited as it is. */
const MOST_ATTEMPTS = 5;

/** The box of each element. */
const boxesOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [part.localName, x, y, width, height].join(' ');
      })
      .join(),
  );

/**
 * The findings of an audit during which nothing has moved. It takes a while, and asks for an element again: on a page
 * that still loads it would combine two states that nobody saw together.
 */
async function whileStill(page: Page, audit: () => Promise<string[]>): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const before = await boxesOf(page);
    const findings = await audit();
    if (findings.length === 0 || attempt === MOST_ATTEMPTS || before === (await boxesOf(page))) return findings;
  }
}

/**
 * Violations that axe finds, one line per element.
 *
 * @param audit `without-contrast`: all rules but that of contrast, which takes as long as all others
 */
export const axeFindings = (page: Page, audit: 'all' | 'contrast' | 'without-contrast' = 'all'): Promise<string[]> =>
  whileStill(page, () => audited(page, audit));

async function audited(page: Page, audit: 'all' | 'contrast' | 'without-contrast'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  // The app has no frames, so axe needs no second page to merge results in. A copy, because the builder adds its rules
  // to the object.
  const axe = new AxeBuilder({ page, axeSource: NOTHING }).options({ ...OPTIONS }).setLegacyMode();
  if (audit === 'contrast') axe.withRules([CONTRAST]);
  else axe.withTags(WCAG);
  if (audit === 'without-contrast') axe.disableRules([CONTRAST]);
  const { violations } = await axe.analyze();
  const findings: string[] = [];
  for (const { id, help, nodes } of violations) {
    for (const { html, target } of nodes) {
      // What scrolls below a fixed bar is smaller only for as long as it is there.
      if (id === 'target-size' && (await isBelowBar(page, String(target[0])))) continue;
      findings.push(`${id}: ${help}: ${html.slice(0, 200)}`);
    }
  }
  return findings;
}

/** Whether a fixed part of the page covers one of its corners, or a fraction of a pixel there. */
const isBelowBar = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((target) => {
    const node = document.querySelector(target);
    if (!node) return false;
    const isFixed = (part: Element | null): boolean =>
      part !== null && (/fixed|sticky/.test(getComputedStyle(part).position) || isFixed(part.parentElement));
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return [left + 1, right - 1].some((x) =>
      [top, bottom].some((y) => {
        const found = document.elementFromPoint(x, y);
        return !node.contains(found) && isFixed(found);
      }),
    );
  }, selector);

/**
 * Touch targets that are too small: under 24 px in a direction, or 44 px for navigation, tabs and submit buttons.
 * Labels and pseudo-elements count as part of the target. Links within a sentence are exempt, as in WCAG 2.5.8.
 *
 * @param all least size in px of every target, in place of those two
 */
export function smallTargets(page: Page, all?: number): Promise<string[]> {
  return page.evaluate((given) => {
    const TARGETS = 'a[href], button, input, select, textarea, summary, [role=tab], [role=menuitem], [role=switch]';
    const PRIMARY = 'nav a, nav button, [role=tab], [role=tablist] a, button[type=submit]';
    const isInSentence = (node: Element): boolean => {
      if (getComputedStyle(node).display !== 'inline') return false;
      const beside = [...(node.parentElement?.childNodes ?? [])].filter((child) => child !== node);
      return beside.some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim());
    };
    const hits = (node: Element, x: number, y: number): boolean => {
      const found = document.elementFromPoint(x, y);
      if (!found) return false;
      const labels = node instanceof HTMLInputElement ? [...(node.labels ?? [])] : [];
      return [node, ...labels].some((owner) => owner.contains(found));
    };
    // A dialog or a toast may cover what is below it.
    const isCovered = (node: Element, x: number, y: number): boolean => {
      const overlay = document.elementFromPoint(x, y)?.closest('dialog, [popover], [aria-label="Notices"]');
      return overlay ? !overlay.contains(node) : false;
    };
    const findings: string[] = [];
    for (const node of document.querySelectorAll(TARGETS)) {
      if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const box = node.getBoundingClientRect();
      // Not elements for the keyboard alone (the skip link) or outside the window.
      if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) continue;
      if (box.width <= 1 || isInSentence(node)) continue;
      const least = given ?? (node.matches(PRIMARY) && !node.closest('footer') ? 44 : 24);
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      // A pixel less on each side: the edge may belong to the neighbour.
      const reach = least / 2 - 1;
      if ([0, -reach, reach].some((offset) => isCovered(node, x, y + offset))) continue;
      // What covers the whole entry: its text and other targets lie above it.
      const cover = getComputedStyle(node, '::after');
      if (Math.min(Number.parseFloat(cover.width), Number.parseFloat(cover.height)) >= least) continue;
      const wide = box.width >= least || (hits(node, x - reach, y) && hits(node, x + reach, y));
      const high = box.height >= least || (hits(node, x, y - reach) && hits(node, x, y + reach));
      if (!wide || !high) {
        const size = `${Math.round(box.width)}×${Math.round(box.height)}, needs ${least}`;
        findings.push(`${size}: ${node.outerHTML.slice(0, 160)}`);
      }
    }
    return findings;
  }, all);
}

/** Text that cannot be read: outside the window sideways, or below it in a fixed bar. */
export function lostText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const findings: string[] = [];
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
      findings.push(`The page is ${document.documentElement.scrollWidth} px wide in a window of ${innerWidth} px.`);
    }
    const isFixed = (node: Element | null): boolean =>
      node !== null && (getComputedStyle(node).position === 'fixed' || isFixed(node.parentElement));
    const scrollsSideways = (node: Element | null): boolean =>
      node !== null && (/auto|scroll/.test(getComputedStyle(node).overflowX) || scrollsSideways(node.parentElement));
    // Not the page itself: its scrolling moves no fixed bar.
    const scrollsInside = (node: Element | null): boolean =>
      node !== null &&
      node !== document.documentElement &&
      ((/auto|scroll/.test(getComputedStyle(node).overflowY) && node.scrollHeight > node.clientHeight) ||
        scrollsInside(node.parentElement));
    const isForReaders = (node: Element | null): boolean =>
      node !== null && (getComputedStyle(node).clipPath.startsWith('inset(50%') || isForReaders(node.parentElement));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom, width } of range.getClientRects()) {
        if (width === 0 || bottom < 0 || isForReaders(parent)) continue;
        const isBeside = left < -0.5 || right > innerWidth + 0.5;
        const isBelow = bottom > innerHeight + 0.5 && top < innerHeight && isFixed(parent) && !scrollsInside(parent);
        if ((isBeside && !scrollsSideways(parent)) || isBelow) {
          findings.push(
            `"${node.textContent.trim().slice(0, 60)}" lies outside (${Math.round(left)} to ${Math.round(right)} px)`,
          );
          break;
        }
      }
    }
    return findings;
  });
}

/** Text that its box cuts off sideways without an ellipsis: a label that is longer than its place. */
export function clippedText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const findings: string[] = [];
    /**
     * The box that cuts it. Null: none, or one that is meant to (it scrolls, has an ellipsis, or is for screen
     * readers).
     */
    const clipper = (node: Element | null): Element | null => {
      if (node === null || node === document.body) return null;
      const { overflowX, textOverflow, clipPath, position } = getComputedStyle(node);
      if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || clipPath !== 'none') return null;
      if (/hidden|clip/.test(overflowX)) return node;
      return position === 'fixed' ? null : clipper(node.parentElement);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (
        !parent ||
        !node.textContent?.trim() ||
        !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        continue;
      const box = clipper(parent)?.getBoundingClientRect();
      // An empty box shows nothing at all: what it has is for later.
      if (!box || box.width < 2 || box.height < 2) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const cut = [...range.getClientRects()].find(
        ({ left, right, top, bottom, width }) =>
          // The space of a line's end, in pre-wrap text, hangs over the edge.
          width > 6 && bottom > box.top && top < box.bottom && (left < box.left - 1 || right > box.right + 1),
      );
      if (cut) {
        const text = node.textContent.trim().slice(0, 60);
        findings.push(
          `"${text}" (${Math.round(cut.left)} to ${Math.round(cut.right)} px) is cut at ${Math.round(box.left)} to ${Math.round(box.right)} px`,
        );
      }
    }
    return findings;
  });
}
