import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

import type { Caller } from '../caller.ts';
import { header, sendJson } from '../http.ts';
import type { Json } from '../http.ts';
import { bucketOf } from './buckets.ts';
import { cacheHeader } from './cache-control.ts';
import { notFound, StorageError } from './errors.ts';
import { asCaller } from './service.ts';
import type { StorageService } from './service.ts';

export interface ObjectRow {
  readonly id: string;
  readonly name: string;
  readonly bucket_id: string;
  readonly version: string;
  readonly metadata: { size: number; mimetype: string; eTag: string; cacheControl: string; lastModified: string };
  readonly user_metadata: Json | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const SELECT = 'select * from storage.objects where bucket_id = $1 and name = $2';

/**
 * The object, if the caller may see it; without a caller there is no check (public buckets, signed URLs). Throws 404.
 */
export async function objectOf(
  service: StorageService,
  caller: Caller | null,
  bucket: string,
  key: string,
): Promise<ObjectRow> {
  const find = async (db: { query: typeof service.db.query }) =>
    (await db.query<ObjectRow>(SELECT, [bucket, key])).rows[0];
  const row = caller ? await asCaller(service, caller, (db) => find(db)) : await find(service.db);
  if (!row?.metadata) throw notFound();
  return row;
}

/**
 * Media types that a browser may display; everything else is sent as an attachment, so that no uploaded page runs here.
 */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif)|video\/(mp4|webm|quicktime)|audio\/(mpeg|mp4|ogg|webm|wav))$/;

/**
 * Sends the bytes, a range of them, or 304. Throws 416 for a range that it does not have or cannot read. `download` is
 * the file name, if the URL asks for one.
 */
export async function sendObject(
  service: StorageService,
  req: IncomingMessage,
  res: ServerResponse,
  row: ObjectRow,
  download: string | null,
): Promise<void> {
  const { size, mimetype, eTag, cacheControl, lastModified } = row.metadata;
  const range = rangeOf(header(req, 'range'), size);
  if (range === 'impossible') throw new StorageError('416', 'invalid_range', 'invalid range provided', 416);
  res.setHeader('etag', eTag);
  res.setHeader('last-modified', new Date(lastModified).toUTCString());
  const { public: isPublic } = await bucketOf(service, row.bucket_id);
  res.setHeader('cache-control', cacheHeader(cacheControl, isPublic));
  res.setHeader('accept-ranges', 'bytes');
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('content-security-policy', "default-src 'none'; sandbox");
  if (
    header(req, 'if-none-match')
      .split(/\s*,\s*/)
      .some((tag) => tag === '*' || tag.replace(/^W\//, '') === eTag)
  ) {
    return void res.writeHead(304).end();
  }
  res.setHeader('content-type', mimetype);
  const shown = SHOWN.test(mimetype.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  if (download !== null || !shown) {
    const name = encodeURIComponent(download ?? '').replaceAll("'", '%27');
    res.setHeader(
      'content-disposition',
      (name && `attachment; filename=${name}; filename*=UTF-8''${name}`) || 'attachment;',
    );
  }
  res.statusCode = range ? 206 : 200;
  res.setHeader('content-length', range ? range.end - range.start + 1 : size);
  if (range) res.setHeader('content-range', `bytes ${range.start}-${range.end}/${size}`);
  if (req.method === 'HEAD' || size === 0) return void res.end();
  await pipeline(service.files.read(row.version, range), res).catch(() => res.destroy());
}

function rangeOf(text: string, size: number): { start: number; end: number } | 'impossible' | undefined {
  if (text === '') return undefined;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(text) ?? [];
  if (from === '' && to === '') return 'impossible';
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'impossible' : { start, end };
}

/** GET /object/info/… */
export function sendInfo(res: ServerResponse, row: ObjectRow): void {
  const { size, mimetype, eTag, cacheControl, lastModified } = row.metadata;
  sendJson(res, 200, {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size,
    content_type: mimetype,
    cache_control: cacheControl,
    etag: eTag,
    metadata: row.user_metadata ?? {},
    last_modified: lastModified,
    created_at: row.created_at,
  });
}
