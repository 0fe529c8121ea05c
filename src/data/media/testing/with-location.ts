import { join, latin, viewOf } from '../strip/parts.ts';

/** In every piece of metadata that `withLocation` adds, so that a test finds what was left. */
export const SECRETS = ['SECRET', 'GPSLatitude', 'Exif\0', 'photoshop:', 'http://ns.adobe.com'];

const text = (value: string): Uint8Array => Uint8Array.from(value, (letter) => letter.charCodeAt(0));
const u16 = (value: number): number[] => [value >> 8, value & 255];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];

/**
 * A TIFF header with an orientation, the maker's notes and a GPS directory (latitude 48° 51' 24" N), as a camera writes
 * it.
 */
export function exif(orientation = 1): Uint8Array {
  const entry = (tag: number, type: number, count: number, value: number[]) => [
    ...u16(tag),
    ...u16(type),
    ...u32(count),
    ...value,
  ];
  const ifd0 = [
    ...u16(3),
    ...entry(0x0112, 3, 1, [...u16(orientation), 0, 0]),
    ...entry(0x010f, 2, 13, u32(86)),
    ...entry(0x8825, 4, 1, u32(50)),
    ...u32(0),
  ];
  const gps = [...u16(2), ...entry(1, 2, 2, [78, 0, 0, 0]), ...entry(2, 5, 3, u32(100)), ...u32(0)];
  const values = [...text('SECRET-MAKER\0\0'), ...[48, 1, 51, 1, 24, 1].flatMap(u32)];
  return new Uint8Array([...text('MM'), ...u16(42), ...u32(8), ...ifd0, ...gps, 0, 0, 0, 0, 0, 0, ...values]);
}

const XMP = '<x:xmpmeta xmlns="http://ns.adobe.com/xap/1.0/" exif:GPSLatitude="48,51.4N" photoshop:City="SECRET"/>';

function jpeg(bytes: Uint8Array, orientation: number): Uint8Array {
  const segment = (marker: number, ...parts: Uint8Array[]) => {
    const body = join(parts);
    return join([new Uint8Array([0xff, marker, ...u16(body.length + 2)]), body]);
  };
  return join([
    bytes.subarray(0, 2),
    segment(0xe1, text('Exif\0\0'), exif(orientation)),
    segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${XMP}`)),
    segment(0xed, text('Photoshop 3.0\x008BIM\x04\x04SECRET city')),
    segment(0xe2, text('MPF\0SECRET')),
    segment(0xfe, text('SECRET comment')),
    bytes.subarray(2),
    // A moving picture after the end, as phones append it.
    text('\0\0\0\x18ftypmp42SECRET +48.8566+002.3522/'),
  ]);
}

/** Decoders do not check the sums of chunks that they do not show. */
const pngChunk = (name: string, body: Uint8Array): Uint8Array =>
  join([new Uint8Array(u32(body.length)), text(name), body, new Uint8Array(4)]);

const png = (bytes: Uint8Array): Uint8Array =>
  join([
    bytes.subarray(0, 33),
    pngChunk('eXIf', exif()),
    pngChunk('tEXt', text('Comment\0SECRET')),
    pngChunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`)),
    pngChunk('tIME', text('SECRET!')),
    bytes.subarray(33),
    text('SECRET after the end'),
  ]);

function webp(bytes: Uint8Array, width: number, height: number): Uint8Array {
  const le = (value: number, count: number) =>
    Array.from({ length: count }, (_, index) => (value >> (8 * index)) & 255);
  const chunk = (name: string, body: Uint8Array) =>
    join([text(name), new Uint8Array(le(body.length, 4)), body, new Uint8Array(body.length % 2)]);
  const simple = latin(bytes, 12, 16) !== 'VP8X';
  const flags = new Uint8Array([0b1100, 0, 0, 0, ...le(width - 1, 3), ...le(height - 1, 3)]);
  const file = join([
    bytes.subarray(0, 12),
    ...(simple ? [chunk('VP8X', flags)] : []),
    bytes.subarray(12),
    chunk('EXIF', exif()),
    chunk('XMP ', text(XMP)),
  ]);
  viewOf(file).setUint32(4, file.length - 8, true);
  return file;
}

/** One pixel, with a comment and with XMP. */
const gif = (): Uint8Array =>
  join([
    text('GIF89a\x01\0\x01\0\x80\0\0\xff\0\0\0\0\0'),
    text('\x21\xfe\x0eSECRET comment\0'),
    text('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0'),
    text('\x21\xff\x0bXMP DataXMP'),
    text(`${XMP}\x01`),
    Uint8Array.from({ length: 256 }, (_, index) => 255 - index),
    new Uint8Array(1),
    text('\x21\xf9\x04\0\x0a\0\0\0'),
    text('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0'),
    text(';SECRET'),
  ]);

/** The picture as a phone would have stored it: with location, maker, XMP, IPTC and comments. */
export function withLocation(
  type: string,
  bytes: Uint8Array,
  { width = 1, height = 1, orientation = 1 } = {},
): Uint8Array<ArrayBuffer> {
  const made = {
    'image/jpeg': () => jpeg(bytes, orientation),
    'image/png': () => png(bytes),
    'image/webp': () => webp(bytes, width, height),
  }[type];
  return join([made ? made() : gif()]);
}

const box = (name: string, ...parts: Uint8Array[]): Uint8Array => {
  const body = join(parts);
  return join([new Uint8Array(u32(body.length + 8)), text(name), body]);
};
const numbers = (...values: number[]): Uint8Array => new Uint8Array(values.flatMap(u32));
const PLACE = '+48.8566+002.3522/ SECRET';

/**
 * MP4 or QuickTime (`qt  `) as a phone stores it: the place in the user data of the film and of a track, in the table
 * of keys of QuickTime, and in XMP. `bytes`: a fragmented recording, whose positions count from its fragments.
 */
export function videoWithLocation(bytes: Uint8Array, brand: 'isom' | 'qt  '): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes);
  const metadata = [
    box('udta', box('\xa9xyz', text(PLACE)), box('loci', text(PLACE)), box('\xa9mak', text('SECRET-MAKER'))),
    box(
      'meta',
      box('hdlr', numbers(0, 0), text('mdta'), numbers(0, 0, 0)),
      box('keys', numbers(0, 1), box('mdta', text('com.apple.quicktime.location.ISO6709'))),
      box('ilst', box('\0\0\0\x01', box('data', numbers(1, 0), text(PLACE)))),
    ),
  ];
  const parts: Uint8Array[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = view.getUint32(at) || bytes.length - at;
    const name = latin(bytes, at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + size);
    if (name === 'ftyp') parts.push(box(name, text(brand), body.subarray(4)));
    else if (name === 'moov') parts.push(box(name, body, ...metadata));
    else parts.push(bytes.subarray(at, at + size));
    at += size;
  }
  return join([...parts, box('uuid', text('\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8'), text(XMP)), box('free', text(PLACE))]);
}

/**
 * A still picture in the container of HEIC and AVIF, with EXIF and XMP as items of their own. `frame`: AV1, which is
 * the only kind that Chromium decodes.
 */
export function heifWithLocation(
  frame: Uint8Array,
  { brand, width, height }: { brand: 'heic' | 'avif'; width: number; height: number },
): Uint8Array<ArrayBuffer> {
  const coded = brand === 'avif' ? 'av01' : 'hvc1';
  const items = [frame, join([numbers(6), text('Exif\0\0'), exif()]), text(XMP)];
  const item = (id: number, kind: string, name: string) =>
    box('infe', new Uint8Array([2, 0, 0, 0, 0, id, 0, 0]), text(`${kind}${name}`));
  const about = (id: number) => box('cdsc', new Uint8Array([0, id, 0, 1, 0, 1]));
  const properties = box(
    'ipco',
    box('ispe', numbers(0, width, height)),
    box('pixi', new Uint8Array([0, 0, 0, 0, 3, 8, 8, 8])),
    box('av1C', new Uint8Array([0x81, 0, 0x0c, 0])),
  );
  const ftyp = box('ftyp', text(brand), numbers(0), text(`${brand}mif1miaf`));
  const meta = (start: number) => {
    let offset = start;
    const places = items.map(({ length }, index) => {
      const place = new Uint8Array([0, index + 1, 0, 0, 0, 1, ...u32(offset), ...u32(length)]);
      offset += length;
      return place;
    });
    return box(
      'meta',
      numbers(0),
      box('hdlr', numbers(0, 0), text('pict'), numbers(0, 0, 0), new Uint8Array(1)),
      box('pitm', new Uint8Array([0, 0, 0, 0, 0, 1])),
      box('iloc', new Uint8Array([0, 0, 0, 0, 0x44, 0, 0, items.length]), ...places),
      box(
        'iinf',
        new Uint8Array([0, 0, 0, 0, 0, items.length]),
        ...[item(1, coded, '\0'), item(2, 'Exif', '\0'), item(3, 'mime', '\0application/rdf+xml\0')],
      ),
      box('iref', numbers(0), about(2), about(3)),
      box('iprp', properties, box('ipma', numbers(0, 1), new Uint8Array([0, 1, 3, 1, 2, 0x83]))),
    );
  };
  const start = ftyp.length + meta(0).length + 8;
  return join([ftyp, meta(start), box('mdat', ...items)]);
}
