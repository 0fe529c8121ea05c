import type { Page } from '@playwright/test';

interface Shift {
  readonly value: number;
  readonly what: readonly string[];
  /** Something in `<main>` moved. The figures beside it grow whenever another member writes. */
  readonly isInMain: boolean;
}

/** Records layout shifts without recent input. Runs in the page, from its start. */
export function watchShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
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
      shifts.push({ value, what, isInMain });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The shifts that `watchShifts` has recorded so far. */
export const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
