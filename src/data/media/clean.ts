import { IMAGE_LIMITS } from '#contract/media.ts';
import { type Cleaned, type CleanResult, stripOriginal, problemOfFile, type Size, toBuffer } from './bare-picture.ts';
import { compressJpeg } from './compress-jpeg.ts';
import { type Foreign, type KnownType, formatOf, isForeign, sniff } from './strip/strip.ts';
import { bareImage } from './strip/bare.ts';
import { hasLocation } from './strip/parts.ts';
import { bareWebp } from './strip/webp.ts';

/** A small picture of a chosen one. It never leaves the device. */
export interface Thumbnail extends Size {
  content: Blob;
}

const THUMBNAIL_SIDE = 320;
const PREVIEW_SIDE = 16;

/** How much of the work is done when the picture is decoded. The encoder reports the rest. */
const DECODED = 0.2;

/**
 * Re-encodes a picture upright within 1080 px and 5 MB; where it cannot, or the result would be larger than the file,
 * strips the original. `onProgress`: 0 to 1.
 */
export async function cleanPicture(
  original: ArrayBuffer,
  onProgress: (part: number) => void = () => {},
): Promise<CleanResult> {
  const bytes = new Uint8Array(original);
  const code = problemOfFile(bytes);
  const type = sniff(bytes);
  if (code || type === null) return { ok: false, code: code ?? 'unreadable' };
  const stripped = isForeign(type) ? null : bareImage(type, bytes);
  const located = stripped ? stripped.located : hasLocation(bytes);
  const image = await createImageBitmap(new Blob([bytes])).catch(() => null);
  onProgress(DECODED);
  try {
    const isStill = isForeign(type) || !formatOf(type).isAnimated(bytes);
    const encoded = image && isStill ? await encode(image, bytes, type, onProgress).catch(() => null) : null;
    const preview = image ? await drawPreview(image).catch(() => '') : '';
    if (encoded) return { ok: true, picture: { ...encoded, preview, located } };
    if (isForeign(type)) return { ok: false, code: type === 'heif' ? type : 'damaged' };
    return stripOriginal({ type, bytes, stripped }, image, preview);
  } finally {
    image?.close();
  }
}

/** Stands for a picture until that is reduced. Null if this browser cannot decode it. */
export async function drawThumbnail(original: ArrayBuffer): Promise<Thumbnail | null> {
  const bytes = new Uint8Array(original);
  if (problemOfFile(bytes)) return null;
  const image = await createImageBitmap(new Blob([bytes])).catch(() => null);
  if (!image) return null;
  const canvas = draw(image, THUMBNAIL_SIDE, false);
  image.close();
  const content = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 });
  return { content, width: canvas.width, height: canvas.height };
}

/** A larger PNG is a photo rather than a screenshot, which stays sharp as PNG. */
const MAX_PNG = 1_000_000;

/** Only these surely have no transparent pixels. */
const isPhoto = (type: KnownType | Foreign): boolean => type === 'image/jpeg' || type === 'heif';

/** The forms to try, best first. */
const targetsOf = (type: KnownType | Foreign) => {
  if (isPhoto(type)) return [{ type: 'image/jpeg', quality: 0.85, max: IMAGE_LIMITS.bytes }];
  // A browser that cannot write WebP writes PNG instead.
  const webp = { type: 'image/webp', quality: 0.85, max: IMAGE_LIMITS.bytes };
  return type === 'image/png' || type === 'bmp' ? [{ type: 'image/png', max: MAX_PNG }, webp] : [webp];
};

async function encode(
  image: ImageBitmap,
  bytes: Uint8Array<ArrayBuffer>,
  original: KnownType | Foreign,
  onProgress: (part: number) => void,
): Promise<Omit<Cleaned, 'preview' | 'located'> | null> {
  // A browser that shows no HEIC or BMP needs the other form, whatever its size.
  const most = isForeign(original) ? IMAGE_LIMITS.bytes : Math.min(IMAGE_LIMITS.bytes, bytes.length);
  const onPart = (part: number) => onProgress(DECODED + (1 - DECODED) * part);
  const compressed = isPhoto(original) ? await compressJpeg(new Blob([bytes]), onPart) : null;
  const size = compressed && (await sizeOf(compressed));
  if (compressed && size && compressed.size <= most) {
    const { bytes: bare } = formatOf('image/jpeg').strip(new Uint8Array(await compressed.arrayBuffer()));
    return { type: 'image/jpeg', bytes: toBuffer(bare), ...size };
  }
  const canvas = draw(image, IMAGE_LIMITS.side);
  const { width, height } = canvas;
  for (const { max, ...options } of targetsOf(original)) {
    const blob = await canvas.convertToBlob(options);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const type = sniff(bytes);
    if (type === null || isForeign(type) || blob.size > Math.min(max, most)) continue;
    return { type, bytes: toBuffer(formatOf(type).strip(bytes).bytes), width, height };
  }
  return null;
}

async function sizeOf(picture: Blob): Promise<Size | null> {
  const image = await createImageBitmap(picture).catch(() => null);
  const size = image && { width: image.width, height: image.height };
  image?.close();
  return size;
}

function draw(image: ImageBitmap, side: number, alpha = true): OffscreenCanvas {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  const context = canvas.getContext('2d', { alpha });
  if (!context) throw new Error('There is no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function drawPreview(image: ImageBitmap): Promise<string> {
  const blob = await draw(image, PREVIEW_SIDE, false).convertToBlob({ type: 'image/webp', quality: 0.5 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const small = sniff(bytes) === 'image/webp' ? bareWebp(bytes) : bytes;
  return `data:${blob.type};base64,${btoa(String.fromCharCode(...small))}`;
}
