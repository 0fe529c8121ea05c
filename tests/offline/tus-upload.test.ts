import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { uploadResumable } from '#data/media/tus-upload.ts';

// Outside a browser the client takes a buffer instead of a blob.
vi.mock('tus-js-client', async (importOriginal) => {
  const tus = await importOriginal<{ Upload: new (file: unknown, options: object) => object }>();
  const Upload = class extends tus.Upload {
    constructor(_file: unknown, options: object) {
      super(Buffer.from('photo'), options);
    }
  };
  return { ...tus, Upload };
});

const bytes = new TextEncoder().encode('photo').buffer;
let server: Server | undefined;

/**
 * A storage that has all bytes of the upload `/old`. `isStored`: it has made a file of them. Resolves with its address
 * and the list of its requests.
 */
async function storage(isStored: boolean) {
  const requests: string[] = [];
  server = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`);
    res.setHeader('tus-resumable', '1.0.0');
    if (req.method === 'HEAD') res.setHeader('upload-length', 5).setHeader('upload-offset', 5).writeHead(200).end();
    else if (req.method === 'POST' && isStored) res.writeHead(409).end('The resource already exists');
    else if (req.method === 'POST') res.setHeader('location', '/new').writeHead(201).end();
    else req.resume().on('end', () => res.setHeader('upload-offset', 5).writeHead(204).end());
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
afterEach(() => server?.close());

const continueAt = (url: string, started: string[] = []) =>
  uploadResumable({
    job: {
      ...{ bucket: 'post-images', path: 'p/1.jpg', upload_url: `${url}/old`, failures: 0 },
      type: 'image/jpeg',
    },
    ...{
      bytes,
      endpoint: `${url}/`,
      publishableKey: 'key',
      tokens: async () => null,
      signal: new AbortController().signal,
    },
    onStarted: (at) => started.push(at),
    onProgress: () => {},
    onConfirmed: () => {},
  });

test('bytes that the server had received but not stored as a file are sent again', async () => {
  const { url, requests } = await storage(false);
  const started: string[] = [];
  expect(await continueAt(url, started)).toEqual({ kind: 'done' });
  expect(requests).toEqual(['HEAD /old', 'POST /', 'PATCH /new']);
  expect(started.at(-1)).toBe(`${url}/new`);
});

test('a file that the server has stored is not sent again', async () => {
  const { url, requests } = await storage(true);
  expect(await continueAt(url)).toEqual({ kind: 'done' });
  expect(requests).toEqual(['HEAD /old', 'POST /']);
});
