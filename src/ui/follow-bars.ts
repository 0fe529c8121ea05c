/** `page`: the bar of the page. `below`: tabs or a search field, which stay below it. */
const BARS = '#main [data-top-bar]';

/**
 * Sets `--bar` to the height of the page's bar and `--bars` to that of all bars that stay at the top of the page, both
 * in px: they grow with the text and its wrapping. Returns a function that ends it.
 */
export function followBars(): () => void {
  const main = document.getElementById('main');
  const { style } = document.documentElement;
  let followed: readonly Element[] = [];
  let frame = 0;
  const measure = () => {
    // A feed below an opened post has bars, too.
    const heights = (kind: string) =>
      followed
        .filter((bar) => kind === '' || bar.getAttribute('data-top-bar') === kind)
        .reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
    style.setProperty('--bar', `${heights('page')}px`);
    style.setProperty('--bars', `${heights('')}px`);
  };
  const sizes = new ResizeObserver(measure);
  const find = () => {
    frame = 0;
    const bars = [...document.querySelectorAll(BARS)].filter((bar) => bar.checkVisibility());
    if (bars.length === followed.length && bars.every((bar, index) => bar === followed[index])) return;
    followed = bars;
    sizes.disconnect();
    for (const bar of bars) sizes.observe(bar);
    measure();
  };
  // At most once a frame: lists change often.
  const later = () => (frame ||= requestAnimationFrame(find));
  const changes = new MutationObserver(later);
  if (main) changes.observe(main, { childList: true, subtree: true, attributeFilter: ['data-below'] });
  addEventListener('resize', later);
  find();
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener('resize', later);
    changes.disconnect();
    sizes.disconnect();
    style.removeProperty('--bar');
    style.removeProperty('--bars');
  };
}
