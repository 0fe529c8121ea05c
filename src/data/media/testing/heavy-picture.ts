/** The head of this PNG, and pixels of 5 MB that are none: it can neither be decoded nor sent as it is. */
export function heavyPicture(png: Uint8Array): Uint8Array<ArrayBuffer> {
  const pixels = 5_242_880;
  const heavy = new Uint8Array(33 + 12 + pixels + 12);
  heavy.set(png.subarray(0, 33));
  new DataView(heavy.buffer).setUint32(33, pixels);
  heavy.set(new TextEncoder().encode('IDAT'), 37);
  heavy.set(new TextEncoder().encode('IEND'), heavy.length - 8);
  return heavy;
}
