import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Caller } from '../caller.ts';
import { header, networkOf } from '../http.ts';
import { bucketOf } from './buckets.ts';
import { cacheField } from './cache-control.ts';
import { alreadyExists, invalid, PlainStorageError, StorageError } from './errors.ts';
import { keyOf } from './names.ts';
import type { PartialFiles, Upload } from './partial-files.ts';
import { bodyOf } from './request-body.ts';
import type { StorageService } from './service.ts';
import { checkContents, checkType, limitOf, mayUpload, metadataOf, store } from './upload.ts';

/**
 * Resumable uploads under /storage/v1/upload/resumable, in the protocol tus 1.0.0 (https://tus.io), as storage-api
 * offers them.
 */
const PATH = '/storage/v1/upload/resumable';
const VERSION = '1.0.0';
export const TUS_OPTIONS = {
  'tus-resumable': VERSION,
  'tus-version': VERSION,
  'tus-extension': 'creation,creation-with-upload,termination,expiration',
};
/** Unfinished uploads of one member, or of all visitors of one address (IPv6: of one /64 network). */
const MOST_OPEN = 40;

export interface Resumable {
  /** `id` is empty for the address at which uploads begin. */
  handle(req: IncomingMessage, res: ServerResponse, caller: Caller, id: string): Promise<void>;
}

/** The upload's id, '' at the address where uploads begin, and null for other requests. */
export function resumableId(req: IncomingMessage): string | null {
  const path = (req.url ?? '').split('?', 1)[0] ?? '';
  if (path === PATH || path === `${PATH}/`) return '';
  return path.startsWith(`${PATH}/`) ? path.slice(PATH.length + 1) : null;
}

const ownerOf = (caller: Caller): string => caller.claims.sub ?? `${caller.role} ${networkOf(caller.address)}`;
const fail = (status: number, title: string, message: string): StorageError =>
  new StorageError(String(status), title, message, status);

/** Absolute, as storage-api's is. Only a page's own origin or a proxy's header tells that a proxy is on https. */
function originOf(req: IncomingMessage): string {
  const [host, origin] = [header(req, 'host'), header(req, 'origin')];
  if (URL.parse(origin)?.host === host) return origin;
  return `${header(req, 'x-forwarded-proto') === 'https' ? 'https' : 'http'}://${host}`;
}

const notFound = (): StorageError => fail(404, 'not_found', 'The file for this url was not found\n');

/** Part of a file on the disk. */
async function readPart(path: string, from: number, to: number): Promise<Uint8Array> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(to - from), position: from });
  return buffer.subarray(0, bytesRead);
}

export function openResumable(service: StorageService, partials: PartialFiles): Resumable {
  /** Uploads that a request is writing to, and when it ends. */
  const busy = new Map<string, { readonly req: IncomingMessage; readonly ended: Promise<void> }>();

  /** A client that lost its connection begins again before the server has noticed the loss: the newest request wins. */
  async function takeOver(id: string): Promise<void> {
    for (let other = busy.get(id); other; other = busy.get(id)) {
      other.req.destroy();
      await other.ended;
    }
  }

  async function read(id: string, caller: Caller): Promise<Upload> {
    const upload = await partials.read(id);
    if (upload?.owner !== ownerOf(caller)) throw notFound();
    return upload;
  }

  async function offsetOf(id: string, upload: Upload): Promise<number> {
    if (upload.isDone) return upload.length;
    const size = await partials.size(id);
    if (size !== null) return size;
    // Its bytes are lost. The answer to a new upload shows whether the file is stored.
    await partials.remove(id);
    throw notFound();
  }

  async function create(req: IncomingMessage, caller: Caller): Promise<string> {
    const length = Number(header(req, 'upload-length') || Number.NaN);
    if (!Number.isSafeInteger(length) || length < 0)
      throw fail(400, 'InvalidRequest', 'Upload-Length or Upload-Defer-Length header required\n');
    if (header(req, 'upload-metadata') === '') throw invalid('Metadata header is required');
    const about = readMetadata(header(req, 'upload-metadata'));
    const bucket = await bucketOf(service, about.get('bucketName') ?? '');
    const key = keyOf(about.get('objectName'));
    const type = about.get('contentType') || 'application/octet-stream';
    const upsert = header(req, 'x-upsert') === 'true';
    checkType(bucket, type);
    if (length > limitOf(bucket)) throw fail(413, 'Payload too large', 'Maximum size exceeded\n');
    await mayUpload(service, caller, { bucket: bucket.id, key, upsert });
    const made = await partials.create(
      {
        bucket: bucket.id,
        key,
        upsert,
        length,
        type,
        cacheControl: cacheField(about.get('cacheControl') ?? ''),
        userMetadata: about.has('metadata') ? metadataOf(about.get('metadata') ?? '') : null,
        owner: ownerOf(caller),
        isDone: false,
      },
      MOST_OPEN,
    );
    if (made === null) throw fail(429, 'too_many_uploads', 'You have begun very many uploads. Please try again later.');
    return made;
  }

  /** This upload was stored, but the process was stopped before it noted that. */
  async function wasStored({ bucket, key }: Upload, caller: Caller, md5: string): Promise<boolean> {
    const { rowCount } = await service.db.query(
      `select 1 from storage.objects where bucket_id = $1 and name = $2 and owner_id is not distinct from $3 and metadata ->> 'eTag' = $4`,
      [bucket, key, caller.claims.sub ?? null, `"${md5}"`],
    );
    return rowCount === 1;
  }

  /**
   * Makes an object of an upload whose last byte has arrived, with the rights of this moment. The bytes stay until that
   * succeeded, or was refused.
   */
  async function finish(id: string, upload: Upload, caller: Caller): Promise<void> {
    const bucket = await bucketOf(service, upload.bucket);
    const hash = createHash('md5');
    for await (const chunk of createReadStream(partials.path(id)) as AsyncIterable<Buffer>) hash.update(chunk);
    const md5 = hash.digest('hex');
    try {
      const isChecked = await checkContents(bucket, upload.type, upload.length, (from, to) =>
        readPart(partials.path(id), from, Math.min(to, upload.length)),
      );
      const version = randomUUID();
      await service.files.adopt(version, partials.path(id));
      await store(service, caller, upload, version, { ...upload, md5, size: upload.length, isChecked });
    } catch (error) {
      // Any other error, such as a database that does not answer, says nothing about the file.
      if (!(error instanceof StorageError) || error.status >= 500) throw error;
      if (error.code !== '409' || !(await wasStored(upload, caller, md5))) {
        await partials.remove(id);
        throw error;
      }
    }
    await partials.change(id, { ...upload, isDone: true });
    await partials.removeBytes(id);
  }

  /** Runs when no other request writes to the upload. */
  async function exclusively<T>(req: IncomingMessage, caller: Caller, id: string, work: () => Promise<T>): Promise<T> {
    await read(id, caller);
    await takeOver(id);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    busy.set(id, { req, ended });
    try {
      return await work();
    } finally {
      busy.delete(id);
      end();
    }
  }

  const write = (req: IncomingMessage, caller: Caller, id: string): Promise<number> => {
    if (header(req, 'content-type') !== 'application/offset+octet-stream') throw invalid('Invalid content-type\n');
    return exclusively(req, caller, id, async () => {
      const upload = await read(id, caller);
      if (upload.isDone) throw alreadyExists();
      const offset = await offsetOf(id, upload);
      if (Number(header(req, 'upload-offset') || Number.NaN) !== offset)
        throw fail(409, 'InvalidRequest', 'Upload-Offset conflict\n');
      await partials.append(id, upTo(upload.length - offset, req));
      const reached = await offsetOf(id, upload);
      if (reached === upload.length) await finish(id, upload, caller);
      return reached;
    });
  };

  /** Without an answer the client does not know the upload, and begins another one. */
  const writeFirst = (req: IncomingMessage, caller: Caller, id: string): Promise<number> =>
    write(req, caller, id).catch(async (error: unknown) => {
      await partials.remove(id);
      throw error;
    });

  /** A client that asks takes a complete upload for a stored file: one that was stopped in between is stored now. */
  const resume = (req: IncomingMessage, caller: Caller, id: string): Promise<{ upload: Upload; offset: number }> =>
    exclusively(req, caller, id, async () => {
      const upload = await read(id, caller);
      const offset = await offsetOf(id, upload);
      if (offset === upload.length && !upload.isDone) await finish(id, upload, caller);
      return { upload, offset };
    });

  async function answer(req: IncomingMessage, res: ServerResponse, caller: Caller, id: string): Promise<void> {
    res.setHeader('tus-resumable', VERSION);
    res.setHeader('cache-control', 'no-store');
    if (header(req, 'tus-resumable') !== VERSION) {
      res.setHeader('tus-version', VERSION);
      throw fail(412, 'InvalidRequest', 'Tus-Resumable Required\n');
    }
    // Chromium sends a request again from its first byte if a connection that was used before is lost: the next part
    // gets a new one.
    const respond = (status: number) => void res.writeHead(status, { connection: 'close' }).end();
    if (req.method === 'POST' && id === '') {
      const made = await create(req, caller);
      res.setHeader('location', `${originOf(req)}${PATH}/${made}`);
      const hasBytes = header(req, 'content-type') === 'application/offset+octet-stream';
      if (hasBytes) req.headers['upload-offset'] = '0';
      const isEmpty = header(req, 'upload-length') === '0';
      if (isEmpty) await finish(made, await read(made, caller), caller);
      else if (hasBytes) res.setHeader('upload-offset', await writeFirst(req, caller, made));
      return respond(201);
    }
    if (req.method === 'HEAD') {
      const { upload, offset } = await resume(req, caller, id);
      res.setHeader('upload-length', upload.length);
      res.setHeader('upload-offset', offset);
      return respond(200);
    }
    if (req.method === 'PATCH') {
      res.setHeader('upload-offset', await write(req, caller, id));
      return respond(204);
    }
    if (req.method === 'DELETE') {
      if ((await read(id, caller)).isDone) throw alreadyExists();
      await takeOver(id);
      await partials.remove(id);
      return void res.writeHead(204).end();
    }
    throw fail(405, 'Method Not Allowed', 'Method not allowed');
  }

  return {
    handle: (req, res, caller, id) =>
      answer(req, res, caller, id).catch((error: unknown) => {
        throw error instanceof StorageError ? new PlainStorageError(error) : error;
      }),
  };
}

/** The body of a request; throws 413 if it has more bytes. */
async function* upTo(bytes: number, req: IncomingMessage): AsyncIterable<Buffer> {
  let received = 0;
  for await (const chunk of bodyOf(req)) {
    received += chunk.length;
    if (received > bytes) throw fail(413, 'Payload too large', "upload's size exceeded\n");
    yield chunk;
  }
}

/** `name base64,name base64`. Throws 400. */
function readMetadata(text: string): Map<string, string> {
  if (text.length > 8192) throw invalid('Upload-Metadata is too long');
  return new Map(
    text
      .split(',')
      .map((pair) => pair.trim().split(' ', 2))
      .map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]),
  );
}
