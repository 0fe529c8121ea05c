import type { Page } from '@playwright/test';

export interface Look {
  /** React had rendered. */
  readonly isApp: boolean;
  readonly parts: readonly string[];
}

/** Records all visible boxes with their texts: last before the app renders, and right after. Runs in the page. */
export function watchTakeOver(): void {
  const looks: Look[] = [];
  Object.assign(globalThis, { looks });
  // What drawn.js has put there; the app's first commit removes it.
  let drawn: Element | null = null;
  const isApp = (): boolean => !drawn?.isConnected;
  const look = (): Look => {
    // Without pictures: a preview is removed at the moment its picture is decoded, which is no change of the app's.
    const visible = [
      ...document.querySelectorAll<HTMLElement>('main, nav, header, article, h2, p, time, b, small, svg, button, a'),
    ].filter((part) => part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect().height > 1);
    const parts = visible.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const box = [x, y, width, height].map((value) => Math.round(value));
      const { color, backgroundColor, fontSize } = getComputedStyle(part);
      return [
        part.localName,
        box,
        part.localName === 'main' ? '' : part.textContent,
        color,
        backgroundColor,
        fontSize,
      ].join(' ');
    });
    return { isApp: isApp(), parts };
  };
  const hasFeed = (): boolean => document.querySelector('#root :is(article, [data-entry] li)') !== null;
  let last: Look | undefined;
  const sample = (): void => {
    if (looks.length > 0) return;
    if (hasFeed()) last = look();
    requestAnimationFrame(sample);
  };
  requestAnimationFrame(sample);
  new MutationObserver((records, observer) => {
    const root = document.querySelector('#root');
    const hasStarted = Object.keys(root ?? {}).some((key) => key.startsWith('__reactContainer'));
    if (!hasStarted && hasFeed()) drawn ??= root!.firstElementChild;
    if (!hasFeed() || !records.some(({ target }) => target === root)) return;
    // The first commit, in the same task: nothing has been painted in between.
    if (!isApp()) return void (last = look());
    observer.disconnect();
    looks.push(...(last ? [last] : []), look());
  }).observe(document, { childList: true, subtree: true });
}

/** What `watchTakeOver` has recorded. Cast: it has put it there. */
export const looksOf = (page: Page): Promise<Look[]> =>
  page.evaluate(() => (globalThis as unknown as { looks: Look[] }).looks);
