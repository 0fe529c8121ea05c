/** On the bar at the end of a form, if the fields are not in it. It stays above the keyboard. */
const BAR = '[data-above-keyboard]';

/**
 * Sets `--keyboard` to the px that an on-screen keyboard covers (iOS); 0 where the layout shrinks (`interactive-widget`
 * in index.html). Returns a function that ends it.
 */
export function followKeyboard(): (() => void) | undefined {
  const view = visualViewport;
  if (!view) return undefined;
  const ended = new AbortController();
  let covered = 0;
  const measure = () => {
    // When the page is zoomed, the same difference is not a keyboard.
    const height = view.scale > 1.01 ? 0 : Math.round(Math.max(0, innerHeight - view.height - view.offsetTop));
    if (height === covered) return;
    covered = height;
    document.documentElement.style.setProperty('--keyboard', `${covered}px`);
  };
  const onInput = () => covered > 0 && showCaret();
  const { signal } = ended;
  view.addEventListener('resize', () => (measure(), onInput()), { signal });
  view.addEventListener('scroll', measure, { signal });
  addEventListener('input', onInput, { signal });
  measure();
  return () => ended.abort();
}

/** iOS scrolls the caret above the keyboard, where a bar may cover it. */
function showCaret(): void {
  const field = document.activeElement;
  const bar = field?.closest('form')?.querySelector(BAR);
  if (!field || !bar || bar.contains(field)) return;
  // Only the end of a text is where its field ends.
  if (field instanceof HTMLTextAreaElement && field.selectionEnd < field.value.length) return;
  const below = field.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
  if (below > 0) scrollBy({ top: below, behavior: 'instant' });
}
