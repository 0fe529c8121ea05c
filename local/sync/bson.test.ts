import { expect, test } from 'vitest';

import { encodeBson } from './bson.ts';
import { nextDataLine } from './data-lines.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

// The examples of bsonspec.org.
test('documents are written as the specification does', () => {
  expect(encodeBson({ hello: 'world' })).toEqual(bytes('\x16\0\0\0\x02hello\0\x06\0\0\0world\0\0'));
  const list = '\x020\0\x08\0\0\0awesome\0\x011\x00333333\x14@\x102\0\xc2\x07\0\0\0';
  expect(encodeBson({ BSON: ['awesome', 5.05, 1986] })).toEqual(bytes(`1\0\0\0\x04BSON\0&\0\0\0${list}\0`));
});

test('a number that 32 bits do not hold is a double, and what is undefined is left out', () => {
  expect(encodeBson({ n: 2_147_483_648, gone: undefined })).toEqual(bytes('\x10\0\0\0\x01n\0\0\0\0\0\0\0\xe0A\0'));
});

test('a data line is the document of its JSON, with rows as texts', () => {
  const target = { type: 'posts', id: 'é', subkey: 's' };
  const ops = [
    { at: 1, checksum: -1, target, data: '{"id":"é"}' },
    { at: 2, checksum: 7, target, data: null },
  ];
  const bucket = { id: 'b', name: 'b[]', ops, checksum: 6 };
  const limits = { opsPerLine: 10, bytesPerLine: 1000, firstId: 10 };
  const [json, bson] = (['text', 'bson'] as const).map((form) => nextDataLine(bucket, 0, 12, { ...limits, form }));
  expect(bson?.pieces).toEqual([encodeBson(JSON.parse(json?.pieces.join('') ?? ''))]);
  expect(bson).toMatchObject({ nextAfter: 12, hasMore: false });
});
