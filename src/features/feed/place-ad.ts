/* Not in the first chunk: an ad comes after the posts. */

import { isBelow } from '#ui/is-below.ts';

/** Half a second. */
const HELD_FRAMES = 30;
/** Those that scroll. A press alone must not end it: its click is lost if the entry moves before the release. */
const INPUTS = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * Scrolls so that the article stays at this distance from the top of the viewport, until the list has measured the new item or the
 * member scrolls. The list places it by an estimate first, and corrects the scroll position itself when it has measured.
 *
 * @returns ends it
 */
function holdInPlace(article: Element, top: number): () => void {
  let frame = 0;
  let left = HELD_FRAMES;
  const end = () => {
    cancelAnimationFrame(frame);
    for (const input of INPUTS) removeEventListener(input, end);
  };
  const hold = () => {
    left -= 1;
    if (left === 0 || !article.isConnected) return end();
    const moved = article.getBoundingClientRect().top - top;
    if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' });
    frame = requestAnimationFrame(hold);
  };
  for (const input of INPUTS) addEventListener(input, end, { passive: true });
  hold();
  return end;
}

/** Ends the hold. */
type End = () => void;

interface PlaceOptions {
  /** Contains the list. */
  feed: HTMLElement;
  /** The ad follows this many articles. */
  after: number;
  /** The ad can be inserted now. `hold`: to be called when it is; null if it moves nothing visible. */
  onPlace(hold: (() => End) | null): void;
}

/**
 * Calls `onPlace` at each moment at which an ad can be inserted without moving visible posts.
 *
 * @returns stops it
 */
export function watchPlace({ feed, after, onPlace }: PlaceOptions): () => void {
  const place = () => {
    // The page that is opened scrolls before the feed is paused. Measuring the feed then would compute its layout.
    if (isBelow(feed)) return;
    const articles = [...feed.querySelectorAll('article')];
    // Not rendered: the list is short, or scrolled far past it.
    const bottom = articles[after - 1]?.getBoundingClientRect().bottom ?? -1;
    if (bottom > 0 && bottom < innerHeight) return;
    // Below the viewport it moves nothing that is visible.
    const isAbove = bottom <= 0 && scrollY > 0;
    const article = isAbove ? articles.find((each) => each.getBoundingClientRect().bottom > 0) : undefined;
    if (!article) return onPlace(null);
    const { top } = article.getBoundingClientRect();
    onPlace(() => holdInPlace(article, top));
  };
  // The observer also reports the first size, and each change when estimated heights are replaced by measured ones.
  const resized = new ResizeObserver(place);
  // After Back the router restores the scroll position within the first frame. Inserted before that, the ad would move what is restored.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      resized.observe(feed);
      addEventListener('scroll', place, { passive: true });
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    resized.disconnect();
    removeEventListener('scroll', place);
  };
}
