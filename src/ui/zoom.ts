/** How a picture is placed: scale, and the offset of its top left corner in px of its unscaled box. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };

/** A larger scale shows no more detail of a feed photo. */
const MOST = 5;

interface Size {
  width: number;
  height: number;
}

/**
 * Scales about a point, so that what is under the fingers stays in place.
 *
 * @param point px from the top left corner of the unscaled picture, as seen on the screen
 */
export function zoomAt(view: View, factor: number, point: { x: number; y: number }, size: Size): View {
  const scale = Math.max(1, Math.min(MOST, view.scale * factor));
  const ratio = scale / view.scale;
  return inside({ scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }, size);
}

export const panBy = (view: View, dx: number, dy: number, size: Size): View =>
  inside({ ...view, x: view.x + dx, y: view.y + dy }, size);

/** Keeps the edge of the picture outside its box. */
function inside({ scale, x, y }: View, { width, height }: Size): View {
  return {
    scale,
    x: Math.min(0, Math.max(width * (1 - scale), x)),
    y: Math.min(0, Math.max(height * (1 - scale), y)),
  };
}
