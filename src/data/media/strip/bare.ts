import { orientationOf, withOrientation } from './jpeg.ts';
import { formatOf, type KnownType } from './strip.ts';
import type { Stripped } from './parts.ts';

/** A picture without its metadata, a JPEG with its orientation. Null: damaged, so its metadata is unknown. */
export function bareImage(type: KnownType, bytes: Uint8Array): Stripped | null {
  try {
    const stripped = formatOf(type).strip(bytes);
    const orientation = type === 'image/jpeg' ? orientationOf(bytes) : 1;
    return orientation === 1 ? stripped : { ...stripped, bytes: withOrientation(stripped.bytes, orientation) };
  } catch {
    return null;
  }
}

/** The orientation swaps width and height. */
export const liesOnItsSide = (type: KnownType, bytes: Uint8Array): boolean =>
  type === 'image/jpeg' && orientationOf(bytes) >= 5;
