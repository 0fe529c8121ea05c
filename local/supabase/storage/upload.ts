import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PoolClient } from 'pg';

import type { ReadBytes } from '#contract/files/bytes.ts';
import { FILE_PROBLEM_TEXTS, fileProblem } from '#contract/files/file-problem.ts';
import type { Caller } from '../caller.ts';
import { announcedBytes, BodyTooLarge, header, isObject, readBody, untilClosed } from '../http.ts';
import type { Json } from '../http.ts';
import { bucketOf } from './buckets.ts';
import type { Bucket } from './buckets.ts';
import { invalid, StorageError } from './errors.ts';
import { asCaller, inTurn } from './service.ts';
import type { StorageService } from './service.ts';

/** Bytes, for buckets without a limit of their own. */
const DEFAULT_LIMIT = 50 * 1024 * 1024;
/** Extra bytes for the multipart encoding around a file. */
const FORM_FRAME = 16 * 1024;
const UNKNOWN_TYPE = 'application/octet-stream';

interface Content extends Pick<Facts, 'type' | 'cacheControl' | 'userMetadata'> {
  readonly bytes: Buffer;
}

export interface ObjectPath {
  readonly bucket: string;
  readonly key: string;
  readonly upsert: boolean;
}

/** What is stored with the bytes of an object. */
export interface Facts {
  readonly size: number;
  /** Hexadecimal. */
  readonly md5: string;
  readonly type: string;
  readonly cacheControl: string;
  readonly userMetadata: Json | null;
  /** Its contents were looked at, and are those of its type. */
  readonly isChecked: boolean;
}

/**
 * Stores a request's body: raw bytes, or storage-js's form, which has the file in a field without a name. Nothing is
 * read of what would be refused: storage-api too asks for the rights before.
 */
export async function upload(
  service: StorageService,
  caller: Caller,
  req: IncomingMessage,
  res: ServerResponse,
  object: ObjectPath,
): Promise<Json> {
  const bucket = await bucketOf(service, object.bucket);
  const type = header(req, 'content-type');
  if (announcedBytes(req) > bodyLimitOf(bucket, type)) throw tooLarge();
  if (!isForm(type)) checkType(bucket, type || UNKNOWN_TYPE);
  await mayUpload(service, caller, object);
  return await inTurn(service.bodies, caller, untilClosed(res), async () => {
    const { bytes, ...content } = await contentOf(req, bucket);
    const isChecked = await checkContents(bucket, content.type, bytes.length, async (from, to) =>
      bytes.subarray(from, to),
    );
    const version = randomUUID();
    await service.files.write(version, bytes);
    const md5 = createHash('md5').update(bytes).digest('hex');
    return await store(service, caller, object, version, { ...content, md5, size: bytes.length, isChecked });
  });
}

/** Makes an object of a written file. Deletes the file and throws if the policies refuse it. */
export async function store(
  service: StorageService,
  caller: Caller,
  object: ObjectPath,
  version: string,
  facts: Facts,
): Promise<Json> {
  const metadata = {
    eTag: `"${facts.md5}"`,
    size: facts.size,
    mimetype: facts.type,
    cacheControl: facts.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: facts.size,
    httpStatusCode: 200,
  };
  const owner = caller.claims.sub ?? null;
  let replaced: string | null = null;
  try {
    const noteCheck = async (db: PoolClient) => {
      if (facts.isChecked)
        await db.query('select public.file_was_checked($1, $2, $3)', [object.bucket, object.key, version]);
    };
    const work = async (db: PoolClient) => {
      const values = [
        object.bucket,
        object.key,
        owner,
        JSON.stringify(metadata),
        version,
        facts.userMetadata && JSON.stringify(facts.userMetadata),
      ];
      if (object.upsert) {
        const old = await db.query<{ version: string }>(
          'select version from storage.objects where bucket_id = $1 and name = $2 for update',
          [object.bucket, object.key],
        );
        replaced = old.rows[0]?.version ?? null;
        // As on a hosted project, replacing needs the rights to insert, select and update.
        const { rows } = await db.query<{ id: string }>(
          `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, version, user_metadata) values ($1, $2, $3::text::uuid, $3::text, $4, $5, $6)
           on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id, metadata = excluded.metadata,
             version = excluded.version, user_metadata = excluded.user_metadata, updated_at = now() returning id`,
          values,
        );
        return rows[0]?.id;
      }
      await db.query(
        `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, version, user_metadata) values ($1, $2, $3::text::uuid, $3::text, $4, $5, $6)`,
        values,
      );
      return undefined;
    };
    const id = await asCaller(service, caller, work, { asService: noteCheck });
    if (replaced) await service.files.remove(replaced);
    const known = id ?? (await idOf(service, object.bucket, object.key));
    return { Id: known, Key: `${object.bucket}/${object.key}` };
  } catch (error) {
    await service.files.remove(version);
    throw error;
  }
}

async function idOf(service: StorageService, bucket: string, key: string): Promise<string | undefined> {
  const { rows } = await service.db.query<{ id: string }>(
    'select id from storage.objects where bucket_id = $1 and name = $2',
    [bucket, key],
  );
  return rows[0]?.id;
}

/** Bytes that a file in the bucket may have. */
export const limitOf = ({ file_size_limit: limit }: Bucket): number => (limit === null ? DEFAULT_LIMIT : Number(limit));

const isForm = (type: string): boolean => type.toLowerCase().startsWith('multipart/form-data');

/** Bytes of a file that is sent at once. */
const wholeLimitOf = (bucket: Bucket): number => Math.min(limitOf(bucket), DEFAULT_LIMIT);
const bodyLimitOf = (bucket: Bucket, type: string): number => wholeLimitOf(bucket) + (isForm(type) ? FORM_FRAME : 0);

async function contentOf(req: IncomingMessage, bucket: Bucket): Promise<Content> {
  const sent = header(req, 'content-type');
  let content: Content;
  try {
    const body = await readBody(req, bodyLimitOf(bucket, sent));
    content = isForm(sent) ? await fromForm(body, sent) : fromRaw(req, body, sent);
  } catch (error) {
    if (error instanceof BodyTooLarge) throw tooLarge();
    throw error;
  }
  if (content.bytes.length > wholeLimitOf(bucket)) throw tooLarge();
  checkType(bucket, content.type);
  return content;
}

const plainType = (type: string): string => type.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Throws 415 unless the bucket accepts the declared type. */
export function checkType(bucket: Bucket, declared: string): void {
  const type = plainType(declared);
  const allowed = bucket.allowed_mime_types;
  const isAllowed = (one: string) =>
    one === type || one === '*/*' || (one.endsWith('/*') && type.startsWith(one.slice(0, -1)));
  if (allowed?.length && !allowed.some(isAllowed))
    throw new StorageError('415', 'invalid_mime_type', `mime type ${declared} is not supported`);
}

/**
 * Looks at the contents before they are stored, which storage-api leaves to the functions that check a stored file.
 * Only for buckets that list their types; false for the others.
 */
export async function checkContents(bucket: Bucket, type: string, size: number, read: ReadBytes): Promise<boolean> {
  if (!bucket.allowed_mime_types?.includes(plainType(type))) return false;
  const problem = await fileProblem({ bucket: bucket.id, type, size }, read);
  if (problem === null) return true;
  const text = FILE_PROBLEM_TEXTS[problem];
  throw problem === 'format' ? new StorageError('415', 'invalid_mime_type', text) : invalid(text);
}

export const tooLarge = (): StorageError =>
  new StorageError('413', 'Payload too large', 'The object exceeded the maximum allowed size');

function fromRaw(req: IncomingMessage, bytes: Buffer, type: string): Content {
  const encoded = header(req, 'x-metadata');
  return {
    bytes,
    type: type || UNKNOWN_TYPE,
    cacheControl: header(req, 'cache-control') || 'no-cache',
    userMetadata: encoded === '' ? null : metadataOf(Buffer.from(encoded, 'base64').toString('utf8')),
  };
}

async function fromForm(body: Buffer, type: string): Promise<Content> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw invalid('The form could not be read');
  });
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file) throw invalid('The form holds no file');
  const cache = form.get('cacheControl');
  const metadata = form.get('metadata');
  return {
    bytes: Buffer.from(await file.arrayBuffer()),
    type: file.type || UNKNOWN_TYPE,
    cacheControl: typeof cache === 'string' && cache !== '' ? `max-age=${cache}` : 'no-cache',
    userMetadata: typeof metadata === 'string' ? metadataOf(metadata) : null,
  };
}

export function metadataOf(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Rejected below.
  }
  throw invalid('The metadata is not a JSON object');
}

/**
 * Checks the policies and triggers for a future upload. Throws 403, and 409 if the name is taken and may not be
 * replaced. Whether its file may be replaced is checked when it is stored.
 */
export async function mayUpload(
  service: StorageService,
  caller: Caller,
  { bucket, key, upsert }: ObjectPath,
): Promise<void> {
  const undo = new Error('undo');
  await bucketOf(service, bucket);
  await asCaller(service, caller, async (db) => {
    const owner = caller.claims.sub ?? null;
    await db.query(
      'insert into storage.objects (bucket_id, name, owner, owner_id, version) values ($1, $2, $3::text::uuid, $3::text, $4)',
      [bucket, key, owner, randomUUID()],
    );
    throw undo;
  }).catch((error: unknown) => {
    // Postgres finds that the name is taken after it has checked the right to add it.
    const isTaken = error instanceof StorageError && error.code === '409';
    if (error !== undo && !(upsert && isTaken)) throw error;
  });
}
