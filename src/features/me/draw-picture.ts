import type { Rect } from './crop.ts';

/** turn: a quarter to the right. crop: a part of the picture, in its px. */
export type Drawing =
  | { kind: 'turn'; width: number; height: number }
  | { kind: 'crop'; width: number; height: number; part: Rect };

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws on a canvas of the drawing's size. */
export function drawPicture(context: Context, image: CanvasImageSource, drawing: Drawing): void {
  const { width, height } = drawing;
  context.imageSmoothingQuality = 'high';
  // For pictures with transparent parts: JPEG has none.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  if (drawing.kind === 'turn') {
    context.translate(width, 0);
    context.rotate(Math.PI / 2);
    context.drawImage(image, 0, 0, height, width);
    return;
  }
  const { part } = drawing;
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, width, height);
}

export const ENCODING = { type: 'image/jpeg', quality: 0.88 } as const;
