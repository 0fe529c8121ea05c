import { type PointerEvent as ReactPointerEvent, type RefObject, useState } from 'react';

export interface Drag {
  id: string;
  from: number;
  to: number;
  /** Of the pointer since the start, in px. */
  x: number;
  y: number;
}

/** Shorter movements are taps. */
const START_PX = 8;

export function move<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/** Moves a picture in the list by dragging it: over the place where the pointer is. */
export function useReorder(list: RefObject<HTMLElement | null>, onMove: (id: string, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);

  const start = (event: ReactPointerEvent<HTMLElement>, id: string, from: number) => {
    const isButton = event.target instanceof Element && event.target.closest('button') !== null;
    if (event.button !== 0 || isButton) return;
    const { pointerId, clientX, clientY } = event;
    // The places do not move while one is dragged.
    const places = [...(list.current?.children ?? [])].map((child) => child.getBoundingClientRect());
    let current: Drag | null = null;
    const stop = new AbortController();
    const { signal } = stop;
    const follow = (moved: PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      const [x, y] = [moved.clientX - clientX, moved.clientY - clientY];
      if (!current && Math.hypot(x, y) < START_PX) return;
      const over = places.findIndex(
        ({ left, right, top, bottom }) =>
          moved.clientX >= left && moved.clientX <= right && moved.clientY >= top && moved.clientY <= bottom,
      );
      current = { id, from, to: over < 0 ? (current?.to ?? from) : over, x, y };
      setDrag(current);
    };
    const end = (moved: PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      stop.abort();
      setDrag(null);
      // The browser takes the pointer over to scroll: nothing is moved.
      if (moved.type === 'pointerup' && current && current.to !== from) onMove(id, current.to);
    };
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
  };
  return { drag, start };
}
