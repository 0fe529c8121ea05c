import { describe, expect, it } from 'vitest';

import { matchesType } from '#contract/files/signature.ts';

const box = (...brands: string[]): Buffer => {
  const [first = '', ...others] = brands;
  const body = `ftyp${first}\0\0\0\0${others.join('')}`;
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length + 4);
  return Buffer.concat([head, Buffer.from(body, 'latin1'), Buffer.from('mdat')]);
};
const raw = (text: string): Buffer => Buffer.from(text, 'latin1');

const FILES: Record<string, Buffer> = {
  'image/jpeg': raw('\xFF\xD8\xFF\xE0\0\x10JFIF'),
  'image/png': raw('\x89PNG\r\n\x1A\n\0\0\0\rIHDR'),
  'image/gif': raw('GIF89a\x01\0\x01\0'),
  'image/webp': raw('RIFF\x1A\0\0\0WEBPVP8L'),
  'image/avif': box('avif', 'mif1', 'miaf'),
  'image/heic': box('heic', 'mif1'),
  'video/mp4': box('isom', 'iso2', 'avc1', 'mp41'),
  'video/quicktime': box('qt  '),
  'video/webm': raw('\x1A\x45\xDF\xA3\x01\0\0\0'),
};

describe('matchesType', () => {
  it.each(Object.entries(FILES))('%s matches its own type only', (type, bytes) => {
    expect(matchesType(type, bytes)).toBe(true);
    const others = Object.keys(FILES).filter((other) => other !== type && matchesType(other, bytes));
    // A HEIC file may list its base format as a compatible brand, as AVIF does.
    expect(others.filter((other) => !(type === 'image/avif' && other === 'image/heic'))).toEqual([]);
  });

  it.each(Object.keys(FILES))('markup, an empty file and text are not %s', (type) => {
    for (const text of [
      '',
      '<svg xmlns="http://www.w3.org/2000/svg">',
      '<!doctype html><script>1</script>',
      'ftyp',
      'x'.repeat(64),
    ])
      expect(matchesType(type, raw(text)), text).toBe(false);
  });

  it('matches no type that buckets do not accept', () => {
    expect(matchesType('application/octet-stream', raw('anything'))).toBe(false);
    expect(matchesType('text/plain', raw(''))).toBe(false);
  });
});
