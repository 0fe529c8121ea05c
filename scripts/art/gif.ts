/**
 * Frames of palette indices, one byte per pixel, as a GIF that repeats for ever. `palette`: at most 256 colours, as
 * #rrggbb. `delay`: of a frame, in 1/100 s.
 */
export function gifFile(
  frames: readonly Uint8Array[],
  { width, height, palette, delay }: { width: number; height: number; palette: readonly string[]; delay: number },
): Buffer {
  const bits = Math.max(2, Math.ceil(Math.log2(palette.length)));
  const short = (value: number): number[] => [value & 255, value >> 8];
  const colours = Array.from({ length: 1 << bits }, (_, index) =>
    Buffer.from((palette[index] ?? '#000000').slice(1), 'hex'),
  );
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([...short(width), ...short(height), 0xf0 | (bits - 1), 0, 0]),
    ...colours,
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('NETSCAPE2.0'),
    Buffer.from([3, 1, 0, 0, 0]),
    ...frames.flatMap((frame) => [
      Buffer.from([0x21, 0xf9, 4, 4, ...short(delay), 0, 0]),
      Buffer.from([0x2c, 0, 0, 0, 0, ...short(width), ...short(height), 0, bits]),
      blocks(compress(frame, bits)),
    ]),
    Buffer.from([0x3b]),
  ]);
}

function blocks(bytes: Uint8Array): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), Buffer.from(part));
  }
  return Buffer.concat([...parts, Buffer.from([0])]);
}

/** GIF's variant of LZW: codes grow from `bits + 1` to 12 bits, then the table starts over. */
function compress(indices: Uint8Array, bits: number): Uint8Array {
  const clear = 1 << bits;
  const out: number[] = [];
  let table = new Map<number, number>();
  let [size, next, buffer, filled] = [bits + 1, clear + 2, 0, 0];
  const write = (code: number): void => {
    buffer |= code << filled;
    for (filled += size; filled >= 8; filled -= 8) {
      out.push(buffer & 255);
      buffer >>>= 8;
    }
  };
  write(clear);
  let prefix = indices[0] ?? 0;
  for (const index of indices.subarray(1)) {
    const known = table.get((prefix << 8) | index);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    write(prefix);
    if (next === 4096) {
      write(clear);
      table = new Map();
      [size, next] = [bits + 1, clear + 2];
    } else {
      table.set((prefix << 8) | index, next);
      // The decoder is one entry behind.
      if (next === 1 << size && size < 12) size += 1;
      next += 1;
    }
    prefix = index;
  }
  write(prefix);
  write(clear + 1);
  if (filled > 0) out.push(buffer & 255);
  return Uint8Array.from(out);
}
