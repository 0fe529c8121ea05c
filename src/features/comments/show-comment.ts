/** §4, §9: 20 searches, one every 150 ms. */
const SEARCH_EVERY_MS = 150;
const SEARCHES = 20;
/** How long a long list and pictures may move a comment that was scrolled to. */
const SETTLE_MS = 1000;

const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

export const commentAnchor = (id: string): string => `comment-${id}`;

const find = (id: string): HTMLElement | null => document.getElementById(commentAnchor(id));

/** The time after which a comment that cannot be found counts as missing. */
export const SEARCH_MS = SEARCH_EVERY_MS * SEARCHES;

/** Scrolls to a rendered comment, until the page settles or the reader acts. `place` 'nearest': not if on screen. */
export function showComment(
  id: string,
  place: 'center' | 'nearest',
  signal: AbortSignal,
  onFound?: (entry: HTMLElement) => void,
): void {
  let searches = 0;
  const search = () => {
    if (signal.aborted) return;
    const entry = find(id);
    searches += 1;
    if (!entry) {
      if (searches < SEARCHES) setTimeout(search, SEARCH_EVERY_MS);
      return;
    }
    entry.scrollIntoView({ block: place });
    onFound?.(entry);
    settle(id, place, signal);
  };
  requestAnimationFrame(search);
}

function settle(id: string, place: 'center' | 'nearest', signal: AbortSignal): void {
  const ended = new AbortController();
  const stop = () => ended.abort();
  for (const input of INPUTS) addEventListener(input, stop, { capture: true, passive: true, signal: ended.signal });
  signal.addEventListener('abort', stop);
  const started = performance.now();
  let before = find(id)?.getBoundingClientRect().top;
  const check = () => {
    if (ended.signal.aborted) return;
    if (performance.now() - started > SETTLE_MS) return stop();
    const top = find(id)?.getBoundingClientRect().top;
    if (top !== before) find(id)?.scrollIntoView({ block: place });
    before = find(id)?.getBoundingClientRect().top;
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
