import type { Rect } from './crop.ts';
import { type Drawing, drawPicture, ENCODING } from './draw-picture.ts';

/** A larger original is scaled down before it is turned. */
const LONGEST = 2400;
/** A worker that was killed for lack of memory never answers. */
const PATIENCE_MS = 30_000;

/** What opened pictures were read from. */
const files = new WeakMap<HTMLImageElement, Blob>();

/** Decodes a file, upright as its camera says. Rejects if the browser cannot. The caller revokes `src`. */
export async function openPicture(file: Blob): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    files.set(image, file);
    return image;
  } catch (error) {
    URL.revokeObjectURL(image.src);
    throw error;
  }
}

async function draw(image: HTMLImageElement, drawing: Drawing): Promise<Blob> {
  const file = files.get(image);
  return (file && (await inWorker(file, drawing))) ?? drawHere(image, drawing);
}

/** Null: the worker cannot decode it, or the browser has no canvas for workers. */
async function inWorker(file: Blob, drawing: Drawing): Promise<Blob | null> {
  const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  const timer = setTimeout(resolve, PATIENCE_MS, null);
  worker.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data);
  worker.onerror = () => resolve(null);
  worker.postMessage({ file, drawing });
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

/** Safari decodes HEIC only in the page. */
function drawHere(image: HTMLImageElement, drawing: Drawing): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: drawing.width, height: drawing.height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas.');
  drawPicture(context, image, drawing);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture was not encoded.'))),
      ENCODING.type,
      ENCODING.quality,
    ),
  );
}

const whole = (size: number): number => Math.max(1, Math.round(size));

/** A quarter turn to the right. */
export async function turnPicture(image: HTMLImageElement): Promise<HTMLImageElement> {
  const scale = Math.min(1, LONGEST / Math.max(image.naturalWidth, image.naturalHeight));
  const [width, height] = [whole(image.naturalHeight * scale), whole(image.naturalWidth * scale)];
  return openPicture(await draw(image, { kind: 'turn', width, height }));
}

/** The part as a new JPEG, at most `width` px wide. It has none of the original's metadata. */
export function cropPicture(image: HTMLImageElement, part: Rect, most: number): Promise<Blob> {
  const width = Math.min(most, part.width);
  const height = (width * part.height) / part.width;
  return draw(image, { kind: 'crop', width: whole(width), height: whole(height), part });
}
