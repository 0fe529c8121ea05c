export interface Size {
  width: number;
  height: number;
}

/** The part of a picture in the frame: its centre from 0 to 1 of the picture, and how much it is enlarged. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

/** In px of the picture. */
export interface Rect extends Size {
  x: number;
  y: number;
}

export const WHOLE: View = { x: 0.5, y: 0.5, zoom: 1 };
export const MOST_ZOOM = 5;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** The cropped part. At zoom 1 it is the largest that has the frame's shape (width divided by height). */
export function cropRect(picture: Size, ratio: number, { x, y, zoom }: View): Rect {
  const widest = Math.min(picture.width, picture.height * ratio);
  const width = widest / zoom;
  const height = width / ratio;
  return {
    width,
    height,
    x: clamp(x * picture.width - width / 2, 0, picture.width - width),
    y: clamp(y * picture.height - height / 2, 0, picture.height - height),
  };
}

/** Another zoom, or moved by a share of the frame; the frame stays within the picture. */
export function changeView(
  picture: Size,
  ratio: number,
  view: View,
  { by = 1, dx = 0, dy = 0 }: { by?: number; dx?: number; dy?: number },
): View {
  const zoom = clamp(view.zoom * by, 1, MOST_ZOOM);
  const { width, height, ...corner } = cropRect(picture, ratio, { ...view, zoom });
  const moved = {
    x: (corner.x + width / 2 + dx * width) / picture.width,
    y: (corner.y + height / 2 + dy * height) / picture.height,
    zoom,
  };
  const at = cropRect(picture, ratio, moved);
  return { x: (at.x + at.width / 2) / picture.width, y: (at.y + at.height / 2) / picture.height, zoom };
}
