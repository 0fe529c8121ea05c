/** In all metadata that a photo has when it is chosen. */
export const SECRET = 'SECRET-PLACE';

/** EXIF with a GPS directory, and XMP, as segments of a JPEG. */
function metadata(): Buffer {
  const segment = (text: string | Buffer) => {
    const body = Buffer.from(text);
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([head, body]);
  };
  // Big endian TIFF: one entry, the GPS directory at 26 with one entry of its own.
  const tiff = Buffer.from('4d4d002a00000008' + '0001' + '8825000400000001' + '0000001a' + '00000000', 'hex');
  const gps = Buffer.from('0001' + '0001000200000002' + '4e000000' + '00000000', 'hex');
  return Buffer.concat([
    segment(Buffer.concat([Buffer.from('Exif\0\0'), tiff, gps, Buffer.from(SECRET)])),
    segment(`http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="48,51N">${SECRET}</x>`),
  ]);
}

/** A page of Playwright's, or of another engine. */
interface Drawing {
  evaluate<Value>(run: (size: Size) => Value, size: Size): Promise<Awaited<Value>>;
}
type Size = readonly [width: number, height: number, grain: number];

/**
 * A photo of noise with this width, as a phone stores it: with a location. `grain`: px of a dot; small files need large
 * ones.
 */
export async function takePhoto(page: Drawing, width: number, height = 80, grain = 1) {
  const encoded = await page.evaluate(
    async ([x, y, dot]) => {
      const noise = new OffscreenCanvas(x / dot, y / dot);
      const data = new ImageData(noise.width, noise.height);
      for (let at = 0; at < data.data.length; at += 1) data.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
      noise.getContext('2d')?.putImageData(data, 0, 0);
      const canvas = new OffscreenCanvas(x, y);
      canvas.getContext('2d')?.drawImage(noise, 0, 0, x, y);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
      let text = '';
      for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
      return btoa(text);
    },
    [width, height, grain],
  );
  const plain = Buffer.from(encoded, 'base64');
  const buffer = Buffer.concat([plain.subarray(0, 2), metadata(), plain.subarray(2), Buffer.from(SECRET)]);
  return { name: `IMG_${width}.jpg`, mimeType: 'image/jpeg', buffer };
}
