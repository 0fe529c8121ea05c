import { useEffect, useRef, useState } from 'react';
import { panBy, WHOLE, zoomAt, type View } from './zoom.ts';

/** Scale of a double tap and of the zoom button. */
const CLOSE_UP = 2.5;
const DOUBLE_TAP_MS = 300;
/** Px a finger may move and still count as a tap. */
const STILL_PX = 12;

export interface Zoom {
  ref: (image: HTMLImageElement | null) => void;
  by: (factor: number) => void;
  /** Shows what is further on this side, by a third of the picture: -1, 0 or 1. */
  pan: (x: number, y: number) => void;
  toggle: () => void;
  reset: () => void;
}

/** Pinch, double tap, Ctrl + wheel and panning. Moves by inline style; state holds only whether it is zoomed. */
export function useZoom(onZoomed: (zoomed: boolean) => void): Zoom {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const view = useRef<View>(WHOLE);

  const apply = (next: View) => {
    view.current = next;
    if (image)
      image.style.transform = next.scale === 1 ? '' : `translate(${next.x}px, ${next.y}px) scale(${next.scale})`;
    onZoomed(next.scale > 1);
  };
  const sizeOf = (element: HTMLElement) => ({ width: element.offsetWidth, height: element.offsetHeight });
  const middle = (element: HTMLElement) => ({ x: element.offsetWidth / 2, y: element.offsetHeight / 2 });
  const by = (factor: number, point?: { x: number; y: number }) => {
    if (image) apply(zoomAt(view.current, factor, point ?? middle(image), sizeOf(image)));
  };
  const pan = (x: number, y: number) => {
    if (!image) return;
    const size = sizeOf(image);
    apply(panBy(view.current, (-x * size.width) / 3, (-y * size.height) / 3, size));
  };
  const toggle = (point?: { x: number; y: number }) => (view.current.scale > 1 ? apply(WHOLE) : by(CLOSE_UP, point));

  useEffect(() => {
    if (!image) return;
    const pointers = new Map<number, { x: number; y: number }>();
    let tappedAt = 0;
    let distance = 0;
    /** Px from the corner of the unscaled picture. */
    const local = (point: { x: number; y: number }) => {
      const box = image.getBoundingClientRect();
      return { x: point.x - (box.left - view.current.x), y: point.y - (box.top - view.current.y) };
    };
    const spread = () => {
      const [one, other] = [...pointers.values()];
      if (!one || !other) return { distance: 0, centre: { x: 0, y: 0 } };
      const centre = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
      return { distance: Math.hypot(one.x - other.x, one.y - other.y), centre };
    };
    const down = (event: PointerEvent) => {
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      distance = pointers.size > 1 ? Infinity : 0;
      if (view.current.scale > 1 || pointers.size > 1) image.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      const was = pointers.get(event.pointerId);
      if (!was) return;
      const before = spread();
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      distance += Math.hypot(event.clientX - was.x, event.clientY - was.y);
      if (pointers.size === 2) {
        const now = spread();
        const moved = panBy(
          view.current,
          now.centre.x - before.centre.x,
          now.centre.y - before.centre.y,
          sizeOf(image),
        );
        view.current = moved;
        if (before.distance > 0) apply(zoomAt(moved, now.distance / before.distance, local(now.centre), sizeOf(image)));
      } else if (view.current.scale > 1) {
        apply(panBy(view.current, event.clientX - was.x, event.clientY - was.y, sizeOf(image)));
      }
    };
    const up = (event: PointerEvent) => {
      pointers.delete(event.pointerId);
      if (event.type !== 'pointerup' || distance > STILL_PX) return;
      if (event.timeStamp - tappedAt < DOUBLE_TAP_MS) {
        toggle(local({ x: event.clientX, y: event.clientY }));
        tappedAt = 0;
      } else {
        tappedAt = event.timeStamp;
      }
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      by(Math.exp(-event.deltaY / 200), local({ x: event.clientX, y: event.clientY }));
    };
    const stop = new AbortController();
    const { signal } = stop;
    image.addEventListener('pointerdown', down, { signal });
    image.addEventListener('pointermove', move, { signal });
    for (const type of ['pointerup', 'pointercancel'] as const) image.addEventListener(type, up, { signal });
    image.addEventListener('wheel', wheel, { signal, passive: false });
    return () => {
      stop.abort();
      image.style.transform = '';
      view.current = WHOLE;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the handlers read refs and the picture; new handlers per render would interrupt a pinch
  }, [image]);

  return { ref: setImage, by: (factor) => by(factor), pan, toggle: () => toggle(), reset: () => apply(WHOLE) };
}
