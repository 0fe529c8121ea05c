import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { pack } from './pack.ts';

const LARGE = Buffer.from(JSON.stringify(Array.from({ length: 200 }, (_, index) => ({ index }))));

async function packed(bytes: Buffer, encoding: string | undefined) {
  const headers = new Map<string, string>();
  // Only the parts that `pack` uses; real ones need a socket.
  const req = { headers: { 'accept-encoding': encoding } } as unknown as IncomingMessage;
  const res = {
    setHeader: (name: string, value: string) => headers.set(name, value),
  } as unknown as ServerResponse;
  return { body: await pack(req, res, bytes), headers: Object.fromEntries(headers) };
}

test('large answers are compressed for clients that accept it', async () => {
  const { body, headers } = await packed(LARGE, 'gzip, deflate, br');
  expect(headers).toEqual({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(body.length).toBeLessThan(LARGE.length / 2);
  expect(gunzipSync(body)).toEqual(LARGE);
});

test.each([undefined, 'br', 'gzip;q=0, br', 'gzip; q=0.0'])('they are sent as they are for: %s', async (encoding) => {
  const { body, headers } = await packed(LARGE, encoding);
  expect(body).toBe(LARGE);
  expect(headers).toEqual({ vary: 'accept-encoding' });
});

test('small answers are sent as they are', async () => {
  const small = Buffer.from('[{"id":1}]');
  expect(await packed(small, 'gzip')).toEqual({ body: small, headers: {} });
});
