import { IMAGE_LIMITS } from '#contract/media.ts';
import { bareImage, liesOnItsSide } from './strip/bare.ts';
import { isTooMuch, type PictureLoad, pictureLoad } from '#contract/files/picture-load.ts';
import type { Stripped } from './strip/parts.ts';
import { type Foreign, isForeign, type KnownType, sniff } from './strip/strip.ts';
import { latin } from './strip/parts.ts';

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
 * heif: this browser cannot decode HEIC; unreadable: no picture; damaged: a part of it is missing; animated_avif: only
 * its first frame could be kept; too_large: more pixels than can be decoded; too_heavy: more than 5 MB, and it could
 * not be reduced.
 */
export type CleanProblem = 'heif' | 'unreadable' | 'damaged' | 'animated_avif' | 'too_large' | 'too_heavy';
export type CleanResult = { ok: true; picture: Cleaned } | { ok: false; code: CleanProblem };

/** Pixels of a photo that is reduced. More need more memory to decode than a phone has. */
const MAX_PIXELS = 100_000_000;

const READ_AS = { heif: 'image/heic', bmp: 'image/bmp' } as const;

const loadOf = (type: KnownType | Foreign, bytes: Uint8Array): PictureLoad | null =>
  pictureLoad(isForeign(type) ? READ_AS[type] : type, bytes);

/**
 * Why a file is not decoded: larger than a device can hold, in a header or frame, or cut off, which shows grey below.
 */
export function problemBeforeDecoding(
  type: KnownType | Foreign,
  bytes: Uint8Array,
): Exclude<CleanProblem, 'too_heavy'> | null {
  const load = loadOf(type, bytes);
  if (!load) return type === 'heif' ? 'heif' : 'damaged';
  if (isTooMuch(load, MAX_PIXELS)) return 'too_large';
  if (!load.isWhole) return 'damaged';
  return type === 'heif' && load.frames > 1 && latin(bytes, 8, 12) === 'avis' ? 'animated_avif' : null;
}

/** The same of a file of any kind. */
export function problemOfFile(bytes: Uint8Array): Exclude<CleanProblem, 'too_heavy'> | null {
  const type = sniff(bytes);
  if (type === null) return bytes.length === 0 ? 'damaged' : 'unreadable';
  return problemBeforeDecoding(type, bytes);
}

export const toBuffer = (bytes: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;

interface Original {
  type: KnownType;
  bytes: Uint8Array<ArrayBuffer>;
  stripped: Stripped | null;
}

/** The original without its metadata. `decoded`: its size on screen, where that is known. */
export function stripOriginal({ type, bytes, stripped }: Original, decoded: Size | null, preview: string): CleanResult {
  const size = loadOf(type, bytes);
  const shown = decoded ?? (size && liesOnItsSide(type, bytes) ? { width: size.height, height: size.width } : size);
  if (!stripped || !shown) return { ok: false, code: 'damaged' };
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
  const code = problemOfFile(bytes);
  if (code) return { ok: false, code };
  if (type === null || isForeign(type)) return { ok: false, code: type === 'heif' ? type : 'unreadable' };
  return stripOriginal({ type, bytes, stripped: bareImage(type, bytes) }, null, '');
}
