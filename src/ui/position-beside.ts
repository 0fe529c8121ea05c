interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Room {
  width: number;
  height: number;
}

/** Alignment of a floating element along its anchor, in the text direction. */
export type Align = 'start' | 'center' | 'end';

/** Px of margin to the edge of the viewport and to the anchor. */
const EDGE = 8;
const GAP = 4;

/** Position beside `anchor` in the viewport (CSS px): below, else above, else where it covers least. */
export function positionOf(
  anchor: Box,
  size: Room,
  view: Room,
  align: Align,
  rtl = false,
): { left: number; top: number } {
  const towardsLeft = (align === 'start') !== rtl;
  const preferred =
    align === 'center'
      ? (anchor.left + anchor.right - size.width) / 2
      : towardsLeft
        ? anchor.left
        : anchor.right - size.width;
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - size.height;
  const fitsBelow = below + size.height + EDGE <= view.height;
  const top = fitsBelow || above < EDGE ? Math.min(below, view.height - EDGE - size.height) : above;
  return {
    left: Math.round(clamp(preferred, EDGE, view.width - EDGE - size.width)),
    top: Math.round(Math.max(EDGE, top)),
  };
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** Positions a visible `position: fixed` element beside its anchor, above what its `--safe-bottom` excludes. */
export function positionBeside(floating: HTMLElement, anchor: HTMLElement, align: Align): void {
  const safeBottom = parseFloat(getComputedStyle(floating).getPropertyValue('--safe-bottom')) || 0;
  const { left, top } = positionOf(
    anchor.getBoundingClientRect(),
    { width: floating.offsetWidth, height: floating.offsetHeight },
    { width: document.documentElement.clientWidth, height: innerHeight - safeBottom },
    align,
    getComputedStyle(anchor).direction === 'rtl',
  );
  floating.style.left = `${left}px`;
  floating.style.top = `${top}px`;
}
