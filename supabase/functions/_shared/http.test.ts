import { expect, test } from 'vitest';
import { readText } from './http.ts';

/** A body that never ends, and how much of it was read. */
function endless() {
  const seen = { bytes: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        // An end, should nobody stop reading.
        if (seen.bytes > 1e6) return controller.close();
        seen.bytes += 1000;
        controller.enqueue(new Uint8Array(1000).fill(120));
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

const requestOf = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://functions.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

test('a body without a length is read up to its limit, and no further', async () => {
  const { body, seen } = endless();
  await expect(readText(requestOf(body), 5000)).rejects.toMatchObject({ status: 413 });
  expect(seen).toEqual({ bytes: 6000, isCancelled: true });
});

test('of a body that says that it is too large nothing is read', async () => {
  const { body, seen } = endless();
  await expect(readText(requestOf(body, { 'content-length': '5001' }), 5000)).rejects.toMatchObject({ status: 413 });
  expect(seen.bytes).toBe(0);
});

test('a body within its limit is the text that was sent, also with a character in two chunks', async () => {
  const bytes = new TextEncoder().encode('naïve 😀');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  expect(await readText(requestOf(body), bytes.length)).toBe('naïve 😀');
  expect(await readText(new Request('http://functions.test/', { method: 'POST' }))).toBe('');
});
