import { IMAGE_LIMITS } from '#contract/media.ts';
import { bareImage, liesOnItsSide } from './strip/bare.ts';
import { isTooMuch, type PictureLoad, pictureLoad } from '#contract/files/picture-load.ts';
import type { Stripped } from './strip/parts.ts';
import { type KnownType, sniff } from './strip/strip.ts';

export interface Size {
  width: number;
  height: number;
}

/** A picture as it may leave the device. */
export interface Cleaned extends Size {
  type: string;
  bytes: ArrayBuffer;
  preview: string;
  located: boolean;
}

/**
 * heif: this browser cannot decode HEIC; unreadable: no picture, or a damaged one; too_large: more pixels than can be decoded; too_heavy: more than 5 MB,
 * and it could not be reduced.
 */
export type CleanProblem = 'heif' | 'unreadable' | 'too_large' | 'too_heavy';
export type CleanResult = { ok: true; picture: Cleaned } | { ok: false; code: CleanProblem };

/** Pixels of a photo that is reduced. More need more memory to decode than a phone has. */
const MAX_PIXELS = 100_000_000;

const loadOf = (type: KnownType | 'heif', bytes: Uint8Array): PictureLoad | null =>
  pictureLoad(type === 'heif' ? 'image/heic' : type, bytes);

/** What forbids to decode a file: it claims more than a device can hold, in its header or in any of its frames. */
export function problemBeforeDecoding(
  type: KnownType | 'heif',
  bytes: Uint8Array,
): Exclude<CleanProblem, 'too_heavy'> | null {
  const load = loadOf(type, bytes);
  if (!load) return type === 'heif' ? 'heif' : 'unreadable';
  return isTooMuch(load, MAX_PIXELS) ? 'too_large' : null;
}

export const toBuffer = (bytes: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;

interface Original {
  type: KnownType;
  bytes: Uint8Array<ArrayBuffer>;
  stripped: Stripped | null;
}

/** The original without its metadata. `decoded`: its size on screen, where that is known. */
export function keepOriginal({ type, bytes, stripped }: Original, decoded: Size | null, preview: string): CleanResult {
  const size = loadOf(type, bytes);
  const shown = decoded ?? (size && liesOnItsSide(type, bytes) ? { width: size.height, height: size.width } : size);
  if (!stripped || !shown) return { ok: false, code: 'unreadable' };
  // The server has the same limit.
  if (size && isTooMuch(size)) return { ok: false, code: 'too_large' };
  if (stripped.bytes.byteLength > IMAGE_LIMITS.bytes) return { ok: false, code: 'too_heavy' };
  const { width, height } = shown;
  const { located } = stripped;
  return { ok: true, picture: { type, bytes: toBuffer(stripped.bytes), width, height, preview, located } };
}

/** The same without decoding anything. */
export function barePicture(original: ArrayBuffer): CleanResult {
  const bytes = new Uint8Array(original);
  const type = sniff(bytes);
  if (type === null || type === 'heif') return { ok: false, code: type ?? 'unreadable' };
  const code = problemBeforeDecoding(type, bytes);
  if (code) return { ok: false, code };
  return keepOriginal({ type, bytes, stripped: bareImage(type, bytes) }, null, '');
}
