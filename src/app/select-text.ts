import './select-text.css';

/** Marks the texts that lie under the link of their entry (select-text.css). */
const COVERED = '[data-covered="true"]';

/** A press that moves less is a click. In px. */
const STILL = 4;

/** The link that covers the entry at this position. */
function coverAt({ target, clientX, clientY }: MouseEvent): HTMLAnchorElement | undefined {
  if (!(target instanceof Element) || !target.closest(COVERED) || target.closest('a, button')) return undefined;
  return document.elementsFromPoint(clientX, clientY).find((element) => element instanceof HTMLAnchorElement);
}

/**
 * Lets texts be selected in entries that open as a whole, by passing clicks on to the link below. Returns a function
 * that ends it.
 */
export function letTextBeSelected(): () => void {
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  let pressed = { x: 0, y: 0 };
  const onPress = ({ clientX: x, clientY: y }: MouseEvent) => (pressed = { x, y });
  const onClick = (event: MouseEvent) => {
    const { clientX, clientY, shiftKey, detail } = event;
    const hasMoved = Math.hypot(clientX - pressed.x, clientY - pressed.y) > STILL;
    // The keyboard's clicks have no detail. A click on a selection ends it, but only after this event.
    const isSelecting = detail > 0 && (hasMoved || shiftKey) && getSelection()?.isCollapsed === false;
    if (!isSelecting) return void coverAt(event)?.dispatchEvent(new MouseEvent('click', event));
    // A link that is not dragged, whose text is selected too.
    if (!(event.target as Element).closest('a[draggable="false"]')) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onMiddleClick = (event: MouseEvent) => {
    const link = event.button === 1 && coverAt(event);
    if (link) window.open(link.href, '_blank', 'noopener');
  };
  document.addEventListener('mousedown', onPress, options);
  document.addEventListener('click', onClick, options);
  document.addEventListener('auxclick', onMiddleClick, options);
  document.documentElement.dataset.selectable = '';
  return () => {
    ended.abort();
    delete document.documentElement.dataset.selectable;
  };
}
