import type { IncomingMessage, ServerResponse } from 'node:http';

import type { BackendContext } from '../context.ts';
import { readBody, sendJson } from '../supabase/http.ts';
import type { ProviderKeys } from './settings.ts';

const PREFIX = '/_dev/giphy';

/** Made pictures: a word, a colour and a height. */
const GIFS = [
  ...['Coffee', 'Sunrise', 'Steel', 'Ear pro', 'Bell', 'Nice group', 'Cease fire', 'Thermos', 'Wind call', 'Dry fire'],
  ...['Range day', 'Cold hands', 'Bullseye', 'Reload', 'Brass', 'High five', 'Wave', 'Thumbs up'],
].map((title, index) => ({ id: `made${index}`, title, hue: (index * 47) % 360, height: 150 + ((index * 53) % 110) }));

/**
 * GIPHY's trending and search, with pictures that this file draws, and its reports. The term `fail` fails; `odd` is
 * answered in another form; `abroad` and `far away` are not served here.
 */
export function createGiphy(ctx: BackendContext, keys: ProviderKeys) {
  const events: unknown[] = [];

  function find(query: URLSearchParams, isSearch: boolean, res: ServerResponse): void {
    const term = (query.get('q') ?? '').toLowerCase();
    if (query.get('api_key') !== keys.giphyKey)
      return sendJson(res, 401, { meta: { status: 401, msg: 'Unauthorized' } });
    if (term === 'fail') return sendJson(res, 500, { meta: { status: 500, msg: 'Made to fail' } });
    if (term === 'odd') return sendJson(res, 200, { data: 'not a list' });
    if (term === 'abroad') return sendJson(res, 451, { meta: { status: 451, msg: 'Unavailable' } });
    if (term === 'far away') return sendJson(res, 403, { message: 'This content is not available in your location' });
    const all = isSearch ? GIFS.filter(({ title }) => title.toLowerCase().includes(term)) : GIFS;
    const offset = Number(query.get('offset') ?? 0);
    const found = all.slice(offset, offset + Number(query.get('limit') ?? 25));
    sendJson(res, 200, {
      data: found.map(({ id, title, height }) => {
        const rendition = { url: `${PREFIX}/media/${id}.svg`, width: '200', height: String(height) };
        return {
          ...{
            id,
            title,
            url: `${ctx.appUrl}${PREFIX}/${id}`,
            is_sticker: false,
            analytics_response_payload: `p-${id}`,
          },
          images: { original: rendition, fixed_width: rendition },
        };
      }),
      meta: { status: 200, msg: 'OK', response_id: `r${offset}` },
      pagination: { offset, count: found.length, total_count: all.length },
    });
  }

  function draw(id: string, res: ServerResponse): void {
    const gif = GIFS.find((known) => known.id === id);
    if (!gif) return sendJson(res, 404, { error: 'No such gif.' });
    const { title, hue, height } = gif;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 ${height}" width="200" height="${height}"><rect width="200" height="${height}" fill="hsl(${hue} 40% 32%)"/><circle cx="100" cy="${height / 2 - 14}" r="34" fill="hsl(${hue} 60% 70%)"><animate attributeName="r" values="28;38;28" dur="1s" repeatCount="indefinite"/></circle><text x="100" y="${height - 20}" font-family="sans-serif" font-size="22" text-anchor="middle" fill="#fff">${title}</text></svg>`;
    res.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' }).end(svg);
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', ctx.appUrl);
    const path = url.pathname.slice(PREFIX.length);
    if (path === '/v1/gifs/trending' || path === '/v1/gifs/search')
      return find(url.searchParams, path.endsWith('search'), res);
    const id = /^\/media\/(\w+)\.svg$/.exec(path)?.[1];
    if (id) return draw(id, res);
    if (path === '/events') return sendJson(res, 200, events);
    if (path === '/v2/pingback' && req.method === 'POST') {
      const body = JSON.parse((await readBody(req, 256 * 1024)).toString('utf8')) as { events?: unknown[] };
      events.push(...(body.events ?? []));
      return sendJson(res, 200, {});
    }
    sendJson(res, 404, { error: 'Nothing is served here.' });
  }
  return { handle };
}
