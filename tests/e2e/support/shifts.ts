import type { Page } from '@playwright/test';

interface Shift {
  readonly value: number;
  readonly what: readonly string[];
  /** Something in `<main>` moved. The figures beside it grow whenever another member writes. */
  readonly isInMain: boolean;
  /** By a line of text at most, when a typeface had just loaded. The fallback is as wide but for some pixels a line. */
  readonly isByFace: boolean;
}

/** Records layout shifts without recent input. Runs in the page, from its start. */
export function watchShifts(): void {
  const [LINE_PX, FRAME_MS] = [30, 1000];
  const shifts: Shift[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources, startTime } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      if (hadRecentInput) continue;
      const what = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent ?? '');
        return `${name} from ${from.x},${from.y} to ${to.x},${to.y}`;
      });
      const isInMain = sources.some(({ node }) => document.querySelector('main')?.contains(node));
      const isSmall = sources.every(
        ({ previousRect: from, currentRect: to }) =>
          Math.abs(from.x - to.x) <= LINE_PX && Math.abs(from.y - to.y) <= LINE_PX,
      );
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const faces = files.filter(({ name }) => name.endsWith('.woff2'));
      const isByFace = isSmall && faces.some(({ responseEnd: end }) => Math.abs(startTime - end) < FRAME_MS);
      shifts.push({ value, what, isInMain, isByFace });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const recorded = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);

/** The shifts that `watchShifts` has recorded so far, but for those of a typeface that loaded late. */
export const shiftsOf = async (page: Page): Promise<Shift[]> =>
  (await recorded(page)).filter(({ isByFace }) => !isByFace);

/** The cumulative layout shift of typefaces that loaded after the first text was painted. */
export const shiftOfFaces = async (page: Page): Promise<number> =>
  (await recorded(page)).reduce((sum, { value, isByFace }) => sum + (isByFace ? value : 0), 0);
