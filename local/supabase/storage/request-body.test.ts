import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { bodyOf } from './request-body.ts';

test('what arrived while the last bytes were written is kept when the connection is lost', async () => {
  const request = new PassThrough();
  const received: string[] = [];
  const read = async () => {
    for await (const chunk of bodyOf(request)) {
      received.push(String(chunk));
      if (received.length > 1) continue;
      // Both in the same turn of a busy process.
      request.write('second');
      request.write('third');
      await new Promise((resolve) => setImmediate(resolve));
      request.destroy(new Error('reset'));
    }
  };
  request.write('first');
  await expect(read()).rejects.toThrow('reset');
  expect(received.join(' ')).toBe('first secondthird');
});

test('a connection that was lost before ends at once', async () => {
  const request = new PassThrough();
  request.destroy();
  await new Promise((resolve) => request.once('close', resolve));
  await expect(Array.fromAsync(bodyOf(request))).rejects.toThrow('Premature close');
});

test('a body of several chunks ends with its last one', async () => {
  const request = new PassThrough();
  request.write('a');
  request.end('b');
  const chunks = await Array.fromAsync(bodyOf(request), String);
  expect(chunks.join('')).toBe('ab');
});
