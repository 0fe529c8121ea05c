import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { consentsTo } from '#contract/auth.ts';
import { FILE_PROBLEM_TEXTS } from '#contract/files/file-problem.ts';
import { createPool } from '../../local/postgres/pool.ts';
import { migrate } from '../../local/migrations/migrate.ts';
import { openFiles } from '../../local/supabase/storage/files.ts';
import { openPartialFiles } from '../../local/supabase/storage/partial-files.ts';
import { sweepFiles } from '../../local/supabase/storage/sweep.ts';
import { openProject, type Project } from '../contract-backend/support/backend.ts';

// Resumable uploads as tus clients send them, against the embedded storage with our migrations.
interface Person {
  readonly id: string;
  readonly token: string;
}

let project: Project;
let db: Client;
let author: Person;
let stranger: Person;

const HEADER = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000015c4890a', 'hex');
const END = Buffer.from('0000000049454e44ae426082', 'hex');
/** A picture of this many bytes, for the storage service, which decodes none. */
const png = (bytes: number, width = 1): Buffer => {
  const length = bytes - HEADER.length - END.length - 12;
  const file = Buffer.concat([HEADER, Buffer.alloc(4), Buffer.from('IDAT'), Buffer.alloc(length + 4, 7), END]);
  file.writeUInt32BE(length, HEADER.length);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(width, 20);
  return file;
};

async function person(): Promise<Person> {
  const { id, client } = await project.member();
  await db.query('select public.create_profile_and_friend($1, $2)', [id, consentsTo('test')]);
  const { data } = await client.auth.getSession();
  return { id, token: data.session?.access_token ?? '' };
}

/** A post that waits for pictures, with a row for each; resolves with the paths of their files. */
async function waitingPost(pictures = 1): Promise<{ id: string; paths: string[] }> {
  const id = randomUUID();
  const paths = Array.from({ length: pictures }, () => `${id}/${randomUUID()}.png`);
  await db.query("insert into posts (id, user_id, status) values ($1, $2, 'pending_media')", [id, author.id]);
  for (const [position, path] of paths.entries()) {
    await db.query('insert into post_images (post_id, user_id, url, position) values ($1, $2, $3, $4)', [
      id,
      author.id,
      `/storage/v1/object/authenticated/post-images/${path}`,
      position,
    ]);
  }
  return { id, paths };
}

const statusOf = async (id: string): Promise<unknown> =>
  (await db.query('select status from posts where id = $1', [id])).rows[0]?.status;

async function ask(
  who: Person | null,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<Response> {
  return await fetch(`${project.url}${path}`, {
    method,
    headers: {
      apikey: project.anonKey,
      ...(who && { authorization: `Bearer ${who.token}` }),
      'tus-resumable': '1.0.0',
      ...headers,
    },
    ...(body && { body: new Uint8Array(body) }),
  });
}

const encode = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

const UPLOADS = '/storage/v1/upload/resumable';
const OCTETS = { 'content-type': 'application/offset+octet-stream' };
const beginning = (path: string, length: number, fields: Record<string, string> = {}) => ({
  'upload-length': String(length),
  'upload-metadata': encode({
    bucketName: 'post-images',
    objectName: path,
    contentType: 'image/png',
    cacheControl: '3600',
    ...fields,
  }),
});
const begin = (who: Person | null, path: string, length: number, fields: Record<string, string> = {}) =>
  ask(who, 'POST', UPLOADS, beginning(path, length, fields));
const send = (who: Person | null, place: string, offset: number, bytes: Buffer) =>
  ask(who, 'PATCH', place, { 'upload-offset': String(offset), ...OCTETS }, bytes);
const offsetAt = async (who: Person | null, place: string): Promise<string | number> => {
  const answer = await ask(who, 'HEAD', place);
  return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : `status ${answer.status}`;
};

/** The address of an upload that has begun, without its origin. */
const placeOf = (answer: Response): string => new URL(answer.headers.get('location') ?? '').pathname;

test('an upload that a page on https begins through a proxy has an address on https', async () => {
  const { host } = new URL(project.url);
  const { paths } = await waitingPost();
  const beginAs = async (headers: Record<string, string>) => {
    const answer = await ask(author, 'POST', UPLOADS, { ...beginning(paths[0]!, 100), ...headers });
    return new URL(answer.headers.get('location') ?? '').origin;
  };
  expect(await beginAs({})).toBe(`http://${host}`);
  expect(await beginAs({ origin: `https://${host}` })).toBe(`https://${host}`);
  expect(await beginAs({ 'x-forwarded-proto': 'https' })).toBe(`https://${host}`);
  // Another site's page, whose scheme says nothing about this one.
  expect(await beginAs({ origin: 'https://elsewhere.example' })).toBe(`http://${host}`);
});

async function started(path: string, length: number): Promise<string> {
  const answer = await begin(author, path, length);
  expect(answer.status).toBe(201);
  // A browser sends a part again from its first byte if a connection that was used before is lost.
  expect(answer.headers.get('connection')).toBe('close');
  return placeOf(answer);
}

/** Sends some of the bytes that a request has, and then its connection is lost. `isDue` resolves when it may be. */
async function breakOff(
  method: string,
  path: string,
  headers: Record<string, string>,
  bytes: Buffer,
  length: number,
  isDue = async () => {},
): Promise<void> {
  const broken = request(`${project.url}${path}`, {
    method,
    headers: {
      ...{ apikey: project.anonKey, authorization: `Bearer ${author.token}`, 'tus-resumable': '1.0.0' },
      ...{ ...OCTETS, ...headers, 'content-length': length },
    },
  });
  broken.on('error', () => {});
  await new Promise((resolve) => broken.write(bytes, resolve));
  await isDue();
  const closed = new Promise((resolve) => broken.on('close', resolve));
  broken.destroy();
  await closed;
}

beforeAll(async () => {
  project = await openProject();
  if (!project.embedded) throw new Error('This suite reads its database: run it against the embedded backend.');
  db = project.embedded.db;
  await migrate(project.embedded);
  await project.embedded.rest.reloadSchema();
  [author, stranger] = [await person(), await person()];
});
afterAll(() => project.stop());

const partOf = (place: string) => join(project.embedded?.dataDir ?? '', 'uploads', `${place.split('/').at(-1)}.part`);

test('A40: an upload that was cut off continues where it stopped, and the file is whole', async () => {
  const { paths } = await waitingPost();
  const file = png(600_000);
  const place = await started(paths[0] ?? '', file.length);
  expect((await send(author, place, 0, file.subarray(0, 200_000))).status).toBe(204);
  // Otherwise it could be served after the next request, and end that one.
  const isServed = () => vi.waitFor(async () => expect((await stat(partOf(place))).size).toBeGreaterThan(200_000));
  await breakOff('PATCH', place, { 'upload-offset': '200000' }, file.subarray(200_000, 450_000), 400_000, isServed);
  expect((await send(author, place, 0, file)).status, 'from the wrong place').toBe(409);
  // The server may still be writing what arrived before the break: the client asks again.
  await vi.waitFor(async () => {
    const offset = Number(await offsetAt(author, place));
    expect(offset).toBeGreaterThanOrEqual(200_000);
    expect((await send(author, place, offset, file.subarray(offset))).status).toBe(204);
  });
  const stored = await ask(author, 'GET', `/storage/v1/object/authenticated/post-images/${paths[0]}`);
  expect(Buffer.from(await stored.arrayBuffer()).equals(file)).toBe(true);
  // The answer may have been lost.
  expect(await offsetAt(author, place)).toBe(file.length);
  expect((await begin(author, paths[0] ?? '', file.length)).status, 'once more').toBe(409);
});

test('A40: the request that begins an upload may bring its first bytes, and leaves nothing if it is cut off', async () => {
  const [first, second] = [await waitingPost(), await waitingPost()];
  const file = png(5000);
  const beginWith = (path = '', bytes = file) =>
    ask(author, 'POST', UPLOADS, { ...beginning(path, file.length), ...OCTETS }, bytes);
  const answer = await beginWith(first.paths[0], file.subarray(0, 2000));
  expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, '2000']);
  expect((await send(author, placeOf(answer), 2000, file.subarray(2000))).status).toBe(204);
  const stored = await ask(author, 'GET', `/storage/v1/object/authenticated/post-images/${first.paths[0]}`);
  expect(Buffer.from(await stored.arrayBuffer()).equals(file)).toBe(true);

  // The client does not know the address of an upload whose answer was lost.
  const uploads = () => readdir(join(project.embedded?.dataDir ?? '', 'uploads'));
  const before = await uploads();
  const isBegun = () => vi.waitFor(async () => expect((await uploads()).length).toBeGreaterThan(before.length));
  await breakOff('POST', UPLOADS, beginning(second.paths[0] ?? '', 5000), file.subarray(0, 2000), 5000, isBegun);
  await vi.waitFor(async () => expect(await uploads()).toEqual(before));

  expect((await beginWith(second.paths[0])).headers.get('upload-offset')).toBe('5000');
  expect(await statusOf(second.id)).toBe('live');
  expect((await beginWith(second.paths[0])).status, 'once more').toBe(409);
});

test('F28: an upload that was stopped between its last byte and its file is stored when the client asks how far it is', async () => {
  const { id, paths } = await waitingPost();
  const file = png(5000);
  const place = await started(paths[0] ?? '', file.length);
  await writeFile(partOf(place), file);
  expect(await statusOf(id)).toBe('pending_media');
  expect(await offsetAt(author, place)).toBe(file.length);
  expect(await statusOf(id)).toBe('live');
  expect((await begin(author, paths[0] ?? '', file.length)).status).toBe(409);
});

test('F28: a database that fails when the last byte arrives costs no byte, and the file is stored once', async () => {
  const { id, paths } = await waitingPost();
  const file = png(5000);
  const place = await started(paths[0] ?? '', file.length);
  await db.query('alter table storage.objects rename column user_metadata to renamed');
  const failed = await send(author, place, 0, file);
  expect([failed.status, await failed.text()]).toEqual([500, 'database error, code: 42703']);
  await db.query('alter table storage.objects rename column renamed to user_metadata');
  expect(await offsetAt(author, place)).toBe(file.length);
  expect(await statusOf(id)).toBe('live');
  // The process was stopped before it noted that.
  await writeFile(partOf(place), file);
  const facts = partOf(place).replace(/part$/, 'json');
  await writeFile(facts, (await readFile(facts, 'utf8')).replace('"isDone":true', '"isDone":false'));
  expect(await offsetAt(author, place)).toBe(file.length);
  const stored = await ask(author, 'GET', `/storage/v1/object/authenticated/post-images/${paths[0]}`);
  expect(Buffer.from(await stored.arrayBuffer()).equals(file)).toBe(true);
});

test('a post is shown to others when the last of its files has arrived', async () => {
  const { id, paths } = await waitingPost(2);
  const file = png(1000);
  for (const [at, path] of paths.entries()) {
    expect(await statusOf(id)).toBe('pending_media');
    const seen = await ask(stranger, 'GET', `/rest/v1/posts?id=eq.${id}&select=id`);
    expect(await seen.json(), `before file ${at}`).toEqual([]);
    expect((await send(author, await started(path, file.length), 0, file)).status).toBe(204);
  }
  expect(await statusOf(id)).toBe('live');
  const other = await waitingPost(2);
  await send(author, await started(other.paths[0] ?? '', file.length), 0, file);
  await db.query('delete from post_images where post_id = $1 and position = 1', [other.id]);
  expect(await statusOf(other.id), 'after the picture that is missing was removed').toBe('live');
});

test('A38: another member cannot continue, read or end an upload', async () => {
  const { id, paths } = await waitingPost();
  const place = await started(paths[0] ?? '', 5000);
  for (const who of [stranger, null]) {
    expect(await offsetAt(who, place)).toBe('status 404');
    expect((await send(who, place, 0, png(5000))).status).toBe(404);
    expect((await ask(who, 'DELETE', place)).status).toBe(404);
    expect((await begin(who, `${id}/${randomUUID()}.png`, 5000)).status).toBe(403);
    const replacing = { ...beginning(`${id}/${randomUUID()}.png`, 5000), 'x-upsert': 'true' };
    expect((await ask(who, 'POST', UPLOADS, replacing)).status).toBe(403);
  }
  expect((await ask(author, 'DELETE', place)).status).toBe(204);
  expect(await offsetAt(author, place)).toBe('status 404');
});

test('A38 A41: the rights of the member are those of the moment when the last byte arrives', async () => {
  const { id, paths } = await waitingPost();
  const file = png(5000);
  const place = await started(paths[0] ?? '', file.length);
  await send(author, place, 0, file.subarray(0, 100));
  await db.query('update profiles set is_muted = true where id = $1', [author.id]);
  expect((await send(author, place, 100, file.subarray(100))).status).toBe(403);
  await db.query('update profiles set is_muted = false where id = $1', [author.id]);
  expect(await statusOf(id)).toBe('pending_media');
  expect((await db.query('select 1 from storage.objects where name = $1', [paths[0]])).rowCount).toBe(0);
});

test('F24: contents that are no picture, too large or too many pixels are refused', async () => {
  const { paths } = await waitingPost();
  const path = paths[0] ?? '';
  expect((await begin(author, path, 5_242_881)).status).toBe(413);
  const film = { bucketName: 'public-videos', contentType: 'video/mp4' };
  expect((await begin(author, `${author.id}/a.mp4`, 101 * 1024 * 1024, film)).status, 'a video of 101 MB').toBe(413);
  expect((await begin(author, path, 100, { contentType: 'image/svg+xml' })).status).toBe(415);
  expect((await begin(author, path, 100, { bucketName: 'secrets' })).status).toBe(404);
  expect((await begin(author, '../x.png', 100)).status).toBe(400);
  const html = Buffer.from('<script>alert(1)</script>'.padEnd(100));
  expect((await send(author, await started(path, 100), 0, html)).status).toBe(415);
  expect((await send(author, await started(path, 100), 0, png(101))).status, 'more than announced').toBe(413);
  const bomb = await send(author, await started(path, 100), 0, png(100, 30_000));
  expect(bomb.status).toBe(400);
  // The sentence only, as the real service answers here.
  expect([bomb.headers.get('content-type'), await bomb.text()]).toEqual([
    'text/plain; charset=utf-8',
    FILE_PROBLEM_TEXTS.pixels,
  ]);
  // JPEG segments of 1.3 MB hide the size from a reader that gives up early.
  const segment = Buffer.concat([Buffer.from('ffe1ffff', 'hex'), Buffer.alloc(65_533, 7)]);
  const frame = Buffer.from('ffc00011087530753003000000000000000000ffda0008010100003f0012ffd9', 'hex');
  const jpeg = (end: Buffer) => Buffer.concat([Buffer.from('ffd8', 'hex'), ...Array(20).fill(segment), end]);
  for (const [file, reason] of [
    [jpeg(frame), FILE_PROBLEM_TEXTS.pixels],
    [jpeg(Buffer.alloc(40)), FILE_PROBLEM_TEXTS.format],
  ] as const) {
    const answer = await begin(author, path, file.length, { contentType: 'image/jpeg' });
    const refused = await send(author, placeOf(answer), 0, file);
    expect(await refused.text()).toBe(reason);
    const plain = await ask(
      author,
      'POST',
      `/storage/v1/object/post-images/${path}`,
      { 'content-type': 'image/jpeg' },
      file,
    );
    expect(await plain.json(), 'in one request').toMatchObject({ message: reason });
  }
  expect((await send(author, await started(path, 100), 0, png(100, 1000))).status).toBe(204);
});

test('72: what a killed storage service left is deleted after an hour: bytes without a row, parts of uploads; nothing else is', async () => {
  const { dataDir = '', databaseUrl = '' } = project.embedded ?? {};
  const pool = createPool({ connectionString: databaseUrl, max: 1 });
  const files = await openFiles(dataDir);
  const partials = await openPartialFiles(dataDir);
  const inAnHour = Date.now() + 3_700_000;
  try {
    await sweepFiles(pool, files, partials, inAnHour);
    const { paths } = await waitingPost();
    const place = await started(paths[0]!, 500);
    expect((await send(author, place, 0, png(500))).status).toBe(204);
    const [stored] = (await db.query('select version from storage.objects where name = $1', [paths[0]])).rows;

    // Killed between the bytes and the row, or between the end of a row and of its bytes.
    const [bytes, adopted] = [randomUUID(), randomUUID()];
    await files.write(bytes, png(600));
    // Killed while an upload began, while its facts were written, and while it waited to be continued.
    const uploads = join(dataDir, 'uploads');
    const rested = ['part', 'json.new', 'json'].map((kind) => join(uploads, `${randomUUID()}.${kind}`));
    for (const path of rested) await writeFile(path, '{}');
    // An upload that rested for a day is complete at this moment and has no row yet: its bytes look old.
    const part = join(uploads, `${randomUUID()}.part`);
    await writeFile(part, png(700));
    const yesterday = new Date(Date.now() - 23 * 3_600_000);
    await utimes(part, yesterday, yesterday);
    await files.adopt(adopted, part);

    const left = async () => [...(await files.olderThan(Infinity)), ...(await readdir(uploads))].toSorted();
    const before = await left();
    expect(await sweepFiles(pool, files, partials)).toBe(0);
    expect(await left()).toEqual(before);
    await rm(part);
    expect(await sweepFiles(pool, files, partials, inAnHour)).toBe(2);
    expect(await files.olderThan(Infinity)).toContain(stored.version);
    for (const version of [bytes, adopted]) expect(await files.olderThan(Infinity)).not.toContain(version);
    expect(await sweepFiles(pool, files, partials, Date.now() + 25 * 3_600_000)).toBeGreaterThanOrEqual(3);
    expect(await readdir(uploads)).toEqual([]);
    expect(await statusOf(paths[0]!.split('/')[0]!)).toBe('live');
  } finally {
    await pool.end();
  }
});

test('a refusal of the database is answered with its sentence, and nothing else of it', async () => {
  const { paths } = await waitingPost(2);
  const [first = '', second = ''] = paths;
  const refused = await begin(stranger, first, 100);
  expect([refused.status, await refused.text()]).toEqual([403, 'This file cannot be uploaded here.']);
  const nobody = await begin(null, first, 100);
  expect([nobody.status, await nobody.text()]).toEqual([403, 'new row violates row-level security policy']);
  // A43: a cache would show a removed file for a year. The service knows the cache time when the file is complete.
  const upload = async (path: string, cacheControl: string) => {
    const place = placeOf(await begin(author, path, 100, { cacheControl }));
    const answer = await send(author, place, 0, png(100));
    return [answer.status, await answer.text()];
  };
  expect(await upload(first, '31536000')).toEqual([403, 'A file may be cached for an hour at most.']);
  expect([await upload(first, '3600'), await upload(second, '0')]).toEqual([
    [204, ''],
    [204, ''],
  ]);
});
