import type { Rect } from './crop.ts';

/** A larger original is scaled down before it is turned. */
const LONGEST = 2400;

/** Decodes a file, upright as its camera says. Rejects if the browser cannot. The caller revokes `src`. */
export async function openPicture(file: Blob): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return image;
  } catch (error) {
    URL.revokeObjectURL(image.src);
    throw error;
  }
}

function draw(width: number, height: number, paint: (context: CanvasRenderingContext2D) => void): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas.');
  context.imageSmoothingQuality = 'high';
  // For pictures with transparent parts: JPEG has none.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  paint(context);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture was not encoded.'))),
      'image/jpeg',
      0.88,
    ),
  );
}

/** A quarter turn to the right. */
export async function turnPicture(image: HTMLImageElement): Promise<HTMLImageElement> {
  const scale = Math.min(1, LONGEST / Math.max(image.naturalWidth, image.naturalHeight));
  const [width, height] = [image.naturalHeight * scale, image.naturalWidth * scale];
  const blob = await draw(width, height, (context) => {
    context.translate(width, 0);
    context.rotate(Math.PI / 2);
    context.drawImage(image, 0, 0, height, width);
  });
  return openPicture(blob);
}

/** The part as a new JPEG, at most `width` px wide. It has none of the original's metadata. */
export function cropPicture(image: HTMLImageElement, part: Rect, most: number): Promise<Blob> {
  const width = Math.max(1, Math.min(most, part.width));
  const height = Math.max(1, (width * part.height) / part.width);
  return draw(width, height, (context) =>
    context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, width, height),
  );
}
