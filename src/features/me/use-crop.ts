import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { changeView, cropRect, type Size, type View, WHOLE } from './crop.ts';

/** Of the frame, per press of an arrow key. */
const STEP = 0.05;
const ZOOM_STEP = 1.15;

/** The view of a cropper, with the handlers of its stage: drag, pinch, wheel and keys. */
export function useCrop(picture: Size, ratio: number) {
  const [view, setView] = useState<View>(WHOLE);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const change = (part: Parameters<typeof changeView>[3]) =>
    setView((before) => changeView(picture, ratio, before, part));

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other) {
      const distance = (one: typeof now) => Math.hypot(one.x - other.x, one.y - other.y);
      change({ by: distance(now) / Math.max(1, distance(before)) });
    } else {
      const frame = event.currentTarget.querySelector('[data-frame]')?.getBoundingClientRect();
      if (frame) change({ dx: (before.x - now.x) / frame.width, dy: (before.y - now.y) / frame.height });
    }
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => void fingers.current.delete(event.pointerId);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const parts: Record<string, Parameters<typeof change>[0]> = {
      ArrowLeft: { dx: -STEP },
      ArrowRight: { dx: STEP },
      ArrowUp: { dy: -STEP },
      ArrowDown: { dy: STEP },
      '+': { by: ZOOM_STEP },
      '=': { by: ZOOM_STEP },
      '-': { by: 1 / ZOOM_STEP },
    };
    const part = parts[event.key];
    if (!part) return;
    event.preventDefault();
    change(part);
  };
  return {
    view,
    rect: cropRect(picture, ratio, view),
    moveBy: (x: number, y: number) => change({ dx: x * STEP, dy: y * STEP }),
    zoomBy: (closer: boolean) => change({ by: closer ? ZOOM_STEP : 1 / ZOOM_STEP }),
    zoomTo: (zoom: number) => change({ by: zoom / view.zoom }),
    reset: () => setView(WHOLE),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown },
  };
}
