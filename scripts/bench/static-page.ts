import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

const ENTRIES = Array.from(
  { length: 12 },
  (_, index) => `<article><h2>Post ${index + 1}</h2><p>${'A line of text at the range. '.repeat(4)}</p></article>`,
);
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Static</title>
<main>${ENTRIES.join('')}</main><script src="/page.js"></script></html>`;
const SCRIPT = `navigator.serviceWorker.register('/sw.js');`;
const WORKER = `addEventListener('install', (event) => event.waitUntil(caches.open('page').then((cache) => cache.addAll(['/', '/page.js']))));
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((hit) => hit ?? fetch(event.request))));`;

const FILES: Record<string, [type: string, body: string]> = {
  '/': ['text/html', PAGE],
  '/page.js': ['text/javascript', SCRIPT],
  '/sw.js': ['text/javascript', WORKER],
};

export interface StaticPage {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The smallest page that shows a feed without a network: the baseline for this machine.
 *
 * @param headersOf what is added to the headers of an address
 */
export async function serveStaticPage(
  headersOf: (path: string) => Record<string, string> = () => ({}),
): Promise<StaticPage> {
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/';
    const [type, body] = FILES[path] ?? ['text/plain', ''];
    response.writeHead(type === 'text/plain' ? 404 : 200, { ...headersOf(path), 'content-type': type }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return {
    url: `http://localhost:${address.port}`,
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
