import type { IncomingMessage, ServerResponse } from 'node:http';

import type { BackendContext, HttpPart } from '../../context.ts';
import { createPool } from '../../postgres/pool.ts';
import { callerOf, CallerRejected } from '../caller.ts';
import type { Caller } from '../caller.ts';
import {
  allowCors,
  BodyMalformed,
  BodyTooLarge,
  clientIp,
  dropRest,
  header,
  readJson,
  sendJson,
  untilClosed,
} from '../http.ts';
import type { Json } from '../http.ts';
import { bucketOf, buckets } from './buckets.ts';
import { copy, move, remove } from './change.ts';
import { objectOf, sendInfo, sendObject } from './download.ts';
import {
  bucketNotFound,
  forbidden,
  invalid,
  notFound,
  routeNotFound,
  sendStorageError,
  StorageError,
} from './errors.ts';
import { openFiles } from './files.ts';
import { openPartialFiles } from './partial-files.ts';
import { list } from './list.ts';
import { keyOf, splitPath } from './names.ts';
import { CONNECTIONS, inTurn, openTurns, type StorageService } from './service.ts';
import { openResumable, resumableId, TUS_OPTIONS } from './resumable.ts';
import { readSigned, signUrl } from './sign.ts';
import { sweepFiles } from './sweep.ts';
import { mayUpload, upload } from './upload.ts';

const PREFIX = '/storage/v1';
const UPLOAD_URL_LIFE = 2 * 3600;
/** Milliseconds. */
const SWEEP_EVERY = 3_600_000;
/** Seconds. A signed URL outlives the right to read that it was made with. */
const MAX_URL_LIFE = 7 * 24 * 3600;
const EXPOSE = 'Content-Range, Content-Length, ETag, Location, Upload-Offset, Upload-Length, Tus-Resumable';

/**
 * Supabase Storage's wire format under /storage/v1: rows in storage.objects behind its policies, bytes in
 * `<dataDir>/objects`.
 */
export async function createStorage(ctx: BackendContext): Promise<HttpPart> {
  const db = createPool({
    connectionString: ctx.databaseUrl,
    max: CONNECTIONS,
    application_name: 'storage',
    options: '-c role=supabase_storage_admin -c search_path=storage,public,extensions',
  });
  // As in storage-api, the service itself bypasses the policies for public buckets and signed URLs.
  const service: StorageService = { ctx, db, files: await openFiles(ctx.dataDir), ...openTurns() };
  const partials = await openPartialFiles(ctx.dataDir);
  const resumable = openResumable(service, partials);
  const sweep = () =>
    sweepFiles(db, service.files, partials).catch((error: unknown) =>
      ctx.log(`Unused files were not deleted: ${String(error)}`),
    );
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, SWEEP_EVERY).unref();
  return {
    async handle(req, res) {
      allowCors(req, res, EXPOSE);
      if (req.method === 'OPTIONS') return void res.writeHead(204, TUS_OPTIONS).end();
      try {
        const id = resumableId(req);
        if (id === null) await route(service, req, res);
        else await resumable.handle(req, res, await caller(service, req), id);
      } catch (error) {
        if (res.headersSent || res.closed) return void res.destroy();
        const answer = asStorageError(ctx, error);
        if (!req.complete) dropRest(req);
        sendStorageError(res, answer);
      }
    },
    async close() {
      clearInterval(timer);
      await sweeping;
      await db.end();
    },
  };
}

/** Uses the raw path: URL would resolve `..` before it can be rejected. */
async function route(service: StorageService, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const [rawPath = '', rawQuery = ''] = (req.url ?? '').split('?', 2);
  const query = new URLSearchParams(rawQuery);
  const path = rawPath.slice(PREFIX.length).replace(/^\/render\/image\//, '/object/');
  const method = req.method ?? 'GET';
  const reads = method === 'GET' || method === 'HEAD';
  if (path === '/status') return sendJson(res, 200, { status: 'ok' });
  const [, area = '', kind = '', ...others] = path.split('/');
  const rest = others.join('/');

  if (area === 'bucket') {
    const body = reads ? {} : await readJson(req);
    return sendJson(
      res,
      200,
      await buckets(service, await caller(service, req), method, path.slice('/bucket'.length), body),
    );
  }
  if (area !== 'object') throw routeNotFound();

  if (reads) return await read(service, req, res, path.slice('/object/'.length), query);
  if (method === 'PUT' && kind === 'upload' && rest.startsWith('sign/')) {
    const { bucket, key } = splitPath(rest.slice('sign/'.length));
    const signed = await readSigned(service.ctx, query.get('token'), 'upload', `${bucket}/${key}`);
    const { role = 'anon', owner } = signed;
    const holder: Caller = {
      role,
      claims: { role, ...(owner && { sub: owner }) },
      token: undefined,
      address: clientIp(req),
    };
    return sendJson(res, 200, await upload(service, holder, req, res, { bucket, key, upsert: signed.upsert === true }));
  }
  const who = await caller(service, req);
  if (method === 'POST' && kind === 'sign')
    return sendJson(res, 200, await sign(service, who, rest, await readJson(req)));
  if (method === 'POST' && kind === 'list') {
    const body = await readJson(req);
    const work = () => list(service, who, decodeURIComponent(rest), body);
    return sendJson(res, 200, await inTurn(service.lists, who, untilClosed(res), work));
  }
  if (method === 'POST' && kind === 'move' && rest === '')
    return sendJson(res, 200, await move(service, who, await readJson(req)));
  if (method === 'POST' && kind === 'copy' && rest === '')
    return sendJson(res, 200, await copy(service, who, await readJson(req)));
  if (method === 'POST' && kind === 'upload' && rest.startsWith('sign/')) {
    const { bucket, key } = splitPath(rest.slice('sign/'.length));
    await mayUpload(service, who, { bucket, key, upsert: false });
    const upsert = header(req, 'x-upsert') === 'true';
    const owner = who.claims.sub;
    const token = await signUrl(
      service.ctx,
      { url: `${bucket}/${key}`, use: 'upload', upsert, role: who.role, ...(owner && { owner }) },
      UPLOAD_URL_LIFE,
    );
    return sendJson(res, 200, { url: `/object/upload/sign/${rest.slice('sign/'.length)}?token=${token}`, token });
  }
  if (method === 'POST' || method === 'PUT') {
    const object = splitPath(path.slice('/object/'.length));
    return sendJson(
      res,
      200,
      await upload(service, who, req, res, {
        ...object,
        upsert: method === 'PUT' || header(req, 'x-upsert') === 'true',
      }),
    );
  }
  if (method === 'DELETE') {
    if (rest === '')
      return sendJson(
        res,
        200,
        await remove(service, who, decodeURIComponent(kind), (await readJson(req))['prefixes']),
      );
    const { bucket, key } = splitPath(`${kind}/${rest}`);
    const removed = await remove(service, who, bucket, [key]);
    if (removed.length === 0) throw notFound();
    return sendJson(res, 200, { message: 'Successfully deleted' });
  }
  throw routeNotFound();
}

/** GET and HEAD of public, signed and authenticated objects, and of their metadata. */
async function read(
  service: StorageService,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  query: URLSearchParams,
): Promise<void> {
  const info = path.startsWith('info/');
  const rest = info ? path.slice('info/'.length) : path;
  const [mode = ''] = rest.split('/', 1);
  const named = mode === 'public' || mode === 'sign' || mode === 'authenticated' ? mode : '';
  const { bucket, key } = splitPath(named === '' ? rest : rest.slice(named.length + 1));
  let who: Caller | null = null;
  if (named === 'public') {
    if (!(await bucketOf(service, bucket)).public) throw bucketNotFound();
  } else if (named === 'sign') await readSigned(service.ctx, query.get('token'), 'download', `${bucket}/${key}`);
  // As storage-api: without `authenticated`, a request whose token is refused is one for a public file.
  else
    who = await caller(service, req).catch(async (error: unknown) => {
      if (named !== '') throw error;
      if (!(await bucketOf(service, bucket)).public) throw bucketNotFound();
      return null;
    });
  const row = await objectOf(service, who, bucket, key);
  if (info) return sendInfo(res, row);
  await sendObject(service, req, res, row, query.get('download'));
}

/** POST /object/sign/:bucket/:name `{expiresIn}`, or /object/sign/:bucket `{expiresIn, paths}`. */
async function sign(service: StorageService, who: Caller, rest: string, body: Json): Promise<unknown> {
  const seconds = Number(body['expiresIn']);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_URL_LIFE)
    throw invalid(`expiresIn must be a number of seconds, at most ${MAX_URL_LIFE}`);
  const one = async (bucket: string, key: string): Promise<string> => {
    await objectOf(service, who, bucket, key);
    const token = await signUrl(service.ctx, { url: `${bucket}/${key}`, use: 'download' }, seconds);
    return `/object/sign/${bucket}/${key}?token=${token}`;
  };
  if (rest.includes('/')) {
    const { bucket, key } = splitPath(rest);
    return { signedURL: await one(bucket, key) };
  }
  const { paths } = body;
  if (Array.isArray(paths) && paths.length === 0) throw invalid('body/paths must NOT have fewer than 1 items');
  if (!Array.isArray(paths) || paths.length > 500) throw invalid('paths must be a list of at most 500 names');
  const answers: Json[] = [];
  for (const path of paths) {
    const signed = await one(decodeURIComponent(rest), keyOf(path)).catch((error: unknown) => {
      if (error instanceof StorageError) return null;
      throw error;
    });
    answers.push({
      path,
      signedURL: signed,
      error: signed ? null : 'Either the object does not exist or you do not have access to it',
    });
  }
  return answers;
}

/** As storage-api's JWT library says them. */
const SENTENCES: Record<CallerRejected['reason'], string> = {
  expired: '"exp" claim timestamp check failed',
  'bad-token': 'signature verification failed',
  'bad-key': 'signature verification failed',
  'bad-format': 'Invalid Compact JWS',
  'no-key': 'Invalid Compact JWS',
};

async function caller(service: StorageService, req: IncomingMessage): Promise<Caller> {
  try {
    return await callerOf(service.ctx, req);
  } catch (error) {
    if (!(error instanceof CallerRejected)) throw error;
    throw forbidden(SENTENCES[error.reason]);
  }
}

function asStorageError(ctx: BackendContext, error: unknown): StorageError {
  if (error instanceof StorageError) {
    if (error.status >= 500) ctx.log(`Storage failed: ${error.message}`);
    return error;
  }
  if (error instanceof BodyMalformed || error instanceof URIError) return invalid('The request could not be read');
  if (error instanceof BodyTooLarge)
    return new StorageError('413', 'Payload too large', 'The object exceeded the maximum allowed size');
  ctx.log(`Storage failed: ${error instanceof Error ? error.message : String(error)}`);
  return new StorageError('500', 'internal', 'Internal server error', 500);
}
