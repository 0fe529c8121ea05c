/** Reads the bytes of a file from `from` to before `to`; fewer where it ends. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Bytes as characters, one each; a name or a signature. */
export const latin = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, Math.min(end, bytes.length)));

/** Where the four letters begin; -1: nowhere. */
export function indexOfName(bytes: Uint8Array, name: string, from = 0): number {
  const wanted = Array.from(name, (letter) => letter.charCodeAt(0));
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
}
