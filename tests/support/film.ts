/** An MP4 of this length with headers only; 0: it does not name its length. */
export function film(seconds: number): Buffer<ArrayBuffer> {
  const box = (name: string, body: Buffer): Buffer<ArrayBuffer> => {
    const head = Buffer.alloc(8, name.padStart(8), 'latin1');
    head.writeUInt32BE(body.length + 8);
    return Buffer.concat([head, body]);
  };
  const mvhd = Buffer.alloc(100);
  mvhd.writeUInt32BE(600, 12);
  mvhd.writeUInt32BE(seconds * 600, 16);
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0', 'latin1')), box('moov', box('mvhd', mvhd))]);
}
