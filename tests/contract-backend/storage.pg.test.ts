import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { isHosted, openProject } from './support/backend.ts';
import type { Project } from './support/backend.ts';

// A hosted project has no policies for the buckets of this test, and the service uses them there.
const POLICIES = `
  create policy "own folder" on storage.objects for all to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text) with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create function public.refuse() returns trigger language plpgsql as $$ begin
    if new.name ~ '/refused-' then raise exception 'Too many files.' using errcode = split_part(new.name, '/refused-', 2); end if;
    return new;
  end $$;
  create trigger refuse before insert on storage.objects for each row execute function public.refuse();
`;

const PICTURES = `check-pictures-${randomUUID()}`;
const PRIVATE = `check-private-${randomUUID()}`;

describe('storage', () => {
  let project: Project;
  beforeAll(async () => {
    project = await openProject(POLICIES);
    const { storage } = project.admin;
    const limits = { fileSizeLimit: '2KB', allowedMimeTypes: ['image/*'] };
    expect((await storage.createBucket(PICTURES, { public: true, ...limits })).error).toBeNull();
    expect((await storage.createBucket(PRIVATE)).error).toBeNull();
  });
  afterAll(async () => {
    if (isHosted) for (const bucket of [PICTURES, PRIVATE]) await drop(bucket);
    await project.stop();
  });

  async function drop(bucket: string): Promise<void> {
    const files = project.admin.storage.from(bucket);
    const pathsIn = async (folder: string): Promise<string[]> => {
      const { data } = await files.list(folder, { limit: 1000 });
      const found = await Promise.all(
        (data ?? []).map(async ({ id, name }) => {
          const path = folder === '' ? name : `${folder}/${name}`;
          return id === null ? await pathsIn(path) : [path];
        }),
      );
      return found.flat();
    };
    const paths = await pathsIn('');
    if (paths.length > 0) await files.remove(paths);
    await project.admin.storage.deleteBucket(bucket);
  }

  /** May use the folder of its id. */
  const owner = async () => (isHosted ? { client: project.admin, id: randomUUID() } : await project.member());
  const bearerOf = async ({ client }: { client: SupabaseClient }): Promise<string> =>
    isHosted
      ? (process.env['SUPABASE_SERVICE_ROLE_KEY'] ?? '')
      : ((await client.auth.getSession()).data.session?.access_token ?? '');

  const png = (text: string) => new Blob([text], { type: 'image/png' });
  const raw = (path: string, init?: RequestInit) =>
    fetch(`${project.url}/storage/v1${path}`, {
      ...init,
      headers: { apikey: project.anonKey, ...(init?.headers as Record<string, string>) },
    });

  test('stores and returns Blobs, Files and bytes', async () => {
    const { client, id } = await owner();
    const files = client.storage.from(PRIVATE);
    const blob = await files.upload(`${id}/a/blob one.png`, png('blob'), {
      cacheControl: '60',
      metadata: { width: 4 },
    });
    expect(blob.data).toMatchObject({
      path: `${id}/a/blob one.png`,
      fullPath: `${PRIVATE}/${id}/a/blob one.png`,
      id: expect.any(String) as string,
    });
    expect(
      (await files.upload(`${id}/a/file.txt`, new File(['file'], 'x.txt', { type: 'text/plain' }))).error,
    ).toBeNull();
    expect(
      (await files.upload(`${id}/a/raw.bin`, Buffer.from('raw'), { contentType: 'application/octet-stream' })).error,
    ).toBeNull();
    expect(await (await files.download(`${id}/a/blob one.png`)).data?.text()).toBe('blob');
    expect(await (await files.download(`${id}/a/raw.bin`)).data?.text()).toBe('raw');
    const info = await files.info(`${id}/a/blob one.png`);
    expect(info.data).toMatchObject({
      size: 4,
      contentType: 'image/png',
      cacheControl: 'max-age=60',
      metadata: { width: 4 },
    });
    expect([(await files.exists(`${id}/a/raw.bin`)).data, (await files.exists(`${id}/a/none`)).data]).toEqual([
      true,
      false,
    ]);
  });

  test('a second upload needs upsert and replaces the bytes', async () => {
    const { client, id } = await owner();
    const files = client.storage.from(PRIVATE);
    await files.upload(`${id}/x`, png('one'));
    expect((await files.upload(`${id}/x`, png('two'))).error).toMatchObject({ statusCode: '409' });
    expect((await files.upload(`${id}/x`, png('two'), { upsert: true })).error).toBeNull();
    expect(await (await files.download(`${id}/x`)).data?.text()).toBe('two');
    expect((await files.update(`${id}/x`, png('three'))).error).toBeNull();
    expect(await (await files.download(`${id}/x`)).data?.text()).toBe('three');
  });

  test('applies the policies to every read and write', async () => {
    const [mine, other] = [await owner(), await project.member()];
    const path = `${mine.id}/secret.png`;
    await mine.client.storage.from(PRIVATE).upload(path, png('secret'));
    for (const client of [other.client, project.client()]) {
      const files = client.storage.from(PRIVATE);
      expect((await files.upload(`${mine.id}/planted.png`, png('x'))).error).toMatchObject({ statusCode: '403' });
      expect((await files.upload(path, png('x'), { upsert: true })).error).toMatchObject({ statusCode: '403' });
      expect((await files.download(path)).error).not.toBeNull();
      expect((await files.info(path)).error).not.toBeNull();
      expect((await files.createSignedUrl(path, 60)).error).not.toBeNull();
      expect((await files.createSignedUploadUrl(`${mine.id}/planted.png`)).error).toMatchObject({ statusCode: '403' });
      expect((await files.list(mine.id)).data).toEqual([]);
      expect((await files.remove([path])).data).toEqual([]);
      expect((await files.move(path, `${other.id}/taken.png`)).error).not.toBeNull();
      expect((await files.copy(path, `${other.id}/taken.png`)).error).not.toBeNull();
    }
    // The service may move it everywhere.
    if (!isHosted) {
      const away = await mine.client.storage.from(PRIVATE).move(path, `${other.id}/pushed.png`);
      expect(away.error).toMatchObject({ statusCode: '403' });
    }
    expect(await (await mine.client.storage.from(PRIVATE).download(path)).data?.text()).toBe('secret');
    expect((await raw(`/object/public/${PRIVATE}/${path}`)).status).toBe(400);
  });

  test('buckets limit size and type; the connection stays usable', async () => {
    const { client, id } = await owner();
    const files = client.storage.from(PICTURES);
    expect((await files.upload(`${id}/big.png`, Buffer.alloc(3000), { contentType: 'image/png' })).error).toMatchObject(
      { statusCode: '413' },
    );
    expect(
      (await files.upload(`${id}/big2.png`, new Blob([Buffer.alloc(3000)], { type: 'image/png' }))).error,
    ).toMatchObject({ statusCode: '413' });
    expect((await files.upload(`${id}/page.html`, new Blob(['<p>'], { type: 'text/html' }))).error).toMatchObject({
      statusCode: '415',
    });
    expect((await files.upload(`${id}/ok.png`, png('ok'))).error).toBeNull();
    expect((await client.storage.from('none').upload(`${id}/ok.png`, png('ok'))).error).toMatchObject({
      statusCode: '404',
    });
  });

  test('lists one folder, with names relative to it', async () => {
    const { client, id } = await owner();
    const files = client.storage.from(PRIVATE);
    for (const name of ['b.png', 'a.png', 'deep/one.png', 'deep/er/two.png'])
      await files.upload(`${id}/${name}`, png(name));
    const top = await files.list(id);
    expect(top.data?.map((entry) => [entry.name, entry.id === null])).toEqual([
      ['a.png', false],
      ['b.png', false],
      ['deep', true],
    ]);
    expect((await files.list(`${id}/deep`)).data?.map((entry) => entry.name)).toEqual(['er', 'one.png']);
    expect((await files.list(id, { search: 'b' })).data?.map((entry) => entry.name)).toEqual(['b.png']);
    const last = await files.list(id, { limit: 1, sortBy: { column: 'name', order: 'desc' } });
    expect(last.data?.map((entry) => entry.name)).toEqual(['deep']);
    expect((await project.client().storage.from(PRIVATE).list(id)).data).toEqual([]);
  });

  test('a signed URL opens one object for a limited time', async () => {
    const { client, id } = await owner();
    const files = client.storage.from(PRIVATE);
    await files.upload(`${id}/é a.png`.normalize('NFC').replace('é', 'e'), png('signed'));
    await files.upload(`${id}/other.png`, png('other'));
    const { data } = await files.createSignedUrl(`${id}/e a.png`, 60);
    expect(data?.signedUrl).toContain(`${project.url}/storage/v1/object/sign/${PRIVATE}/`);
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('signed');
    expect((await fetch((data?.signedUrl ?? '').replace('e%20a.png', 'other.png'))).status).toBe(400);
    expect((await fetch(`${data?.signedUrl}x`)).status).toBe(400);
    const many = await files.createSignedUrls([`${id}/other.png`, `${id}/missing.png`], 60);
    expect(many.data?.map((one) => [one.error === null, one.signedUrl === null])).toEqual([
      [true, false],
      [false, true],
    ]);
    const named = await files.createSignedUrl(`${id}/other.png`, 60, { download: 'given name.png' });
    expect((await fetch(named.data?.signedUrl ?? '')).headers.get('content-disposition')).toBe(
      "attachment; filename=given%20name.png; filename*=UTF-8''given%20name.png",
    );
  });

  // storage-api sends any cache text back, and signs an address for any time: docs/security.md.
  test.skipIf(isHosted)(
    'A43: the uploader chooses only a short cache time; a signed URL is valid for a week at most',
    async () => {
      const { client, id } = await owner();
      const cacheOf = async (name: string, cacheControl: string) => {
        const headers = { authorization: `Bearer ${(await client.auth.getSession()).data.session?.access_token}` };
        const body = new Uint8Array(Buffer.from('bytes'));
        const path = `/object/${PRIVATE}/${id}/${name}`;
        await raw(path, { method: 'POST', headers: { ...headers, 'cache-control': cacheControl }, body });
        return (await raw(path, { headers })).headers.get('cache-control');
      };
      expect(await cacheOf('short', 'max-age=60')).toBe('private, max-age=60');
      expect(await cacheOf('long', 'public, max-age=31536000, immutable')).toBe('private, max-age=3600');
      expect(await cacheOf('odd', 'public, s-maxage=999999')).toBe('private, no-cache');
      const files = client.storage.from(PRIVATE);
      expect((await files.createSignedUrl(`${id}/short`, 7 * 24 * 3600)).error).toBeNull();
      for (const seconds of [7 * 24 * 3600 + 1, 31_557_600_000, -1, 1.5])
        expect((await files.createSignedUrl(`${id}/short`, seconds)).error, String(seconds)).not.toBeNull();
      expect((await files.createSignedUrls([`${id}/short`], 31_557_600_000)).error).not.toBeNull();
    },
  );

  test('a signed upload URL accepts one file without a session', async () => {
    const { client, id } = await owner();
    const { data } = await client.storage.from(PRIVATE).createSignedUploadUrl(`${id}/guest.png`);
    const stranger = project.client().storage.from(PRIVATE);
    expect((await stranger.uploadToSignedUrl(`${id}/guest.png`, data?.token ?? '', png('x'))).error).toBeNull();
    expect((await stranger.uploadToSignedUrl(`${id}/else.png`, data?.token ?? '', png('x'))).error).not.toBeNull();
    if (!project.embedded) return;
    const found = await project.embedded.db.query('select owner_id from storage.objects where name = $1', [
      `${id}/guest.png`,
    ]);
    expect(found.rows).toEqual([{ owner_id: id }]);
  });

  test('moves, copies and removes', async () => {
    const { client, id } = await owner();
    const files = client.storage.from(PRIVATE);
    await files.upload(`${id}/from.png`, png('bytes'));
    expect((await files.move(`${id}/from.png`, `${id}/to.png`)).error).toBeNull();
    expect((await files.copy(`${id}/to.png`, `${id}/copy.png`)).error).toBeNull();
    expect((await files.remove([`${id}/to.png`])).data?.map((one) => one.name)).toEqual([`${id}/to.png`]);
    expect((await files.download(`${id}/to.png`)).error).not.toBeNull();
    expect(await (await files.download(`${id}/copy.png`)).data?.text()).toBe('bytes');
  });

  test('serves public files with caching and ranges, and never as HTML pages', async () => {
    const { client, id } = await owner();
    await client.storage.from(PICTURES).upload(`${id}/p.png`, png('0123456789'), { cacheControl: '3600' });
    const url = client.storage.from(PICTURES).getPublicUrl(`${id}/p.png`).data.publicUrl;
    const whole = await fetch(url);
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect(whole.headers.get('content-disposition')).toBeNull();
    const again = await fetch(url, {
      headers: { 'if-none-match': whole.headers.get('etag') ?? '' },
      cache: 'no-store',
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const part = await fetch(url, { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    for (const range of ['bytes=10-', 'bytes=x', 'bytes=0-1,3-4', 'lines=1-2']) {
      const refused = await fetch(url, { headers: { range } });
      expect([range, refused.status, refused.headers.get('cache-control')]).toEqual([range, 416, null]);
      expect(await refused.json()).toMatchObject({ statusCode: '416', error: 'invalid_range' });
    }
    const named = await fetch(`${url}?download=`);
    expect(named.headers.get('content-disposition')).toBe('attachment;');
  });

  // storage-api shows a drawing: there, the bucket's list of types and the proxy's policy protect.
  test.skipIf(isHosted)('sends a drawing as an attachment', async () => {
    const { client, id } = await owner();
    const files = client.storage.from(PICTURES);
    await files.upload(`${id}/p.svg`, new Blob(['<svg/>'], { type: 'image/svg+xml' }));
    const drawing = await fetch(files.getPublicUrl(`${id}/p.svg`).data.publicUrl);
    expect(drawing.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  const jwt = (secret: string, expires: string | number) =>
    new SignJWT({ role: 'authenticated', session_id: randomUUID() })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(randomUUID())
      .setExpirationTime(expires)
      .sign(new TextEncoder().encode(secret));

  test('answers a rejected token with 400, 403 in the body, and the reason', async () => {
    const secret = project.embedded?.jwtSecret;
    const tokens = [
      ['signature verification failed', await jwt('another secret of thirty-two bytes', '1h')],
      ['Invalid Compact JWS', 'no-token'],
      // Only the secret makes a token that has expired.
      ...(secret
        ? [['"exp" claim timestamp check failed', await jwt(secret, Math.floor(Date.now() / 1000) - 60)]]
        : []),
    ] as const;
    const json = { 'content-type': 'application/json' };
    for (const [message, token] of tokens) {
      for (const [method, path, headers, body] of [
        ['POST', `/object/${PRIVATE}/a/b.png`, { 'content-type': 'image/png' }, 'x'],
        ['GET', `/object/authenticated/${PRIVATE}/a/b.png`, {}, null],
        ['POST', `/object/list/${PRIVATE}`, json, '{"prefix":""}'],
        ['POST', `/object/sign/${PRIVATE}/a/b.png`, json, '{"expiresIn":60}'],
        ['DELETE', `/object/${PRIVATE}`, json, '{"prefixes":["a/b.png"]}'],
        ['POST', '/upload/resumable', beginning(PRIVATE, 'a/b.png', 5), null],
      ] as const) {
        const answer = await raw(path, { method, body, headers: { ...headers, authorization: `Bearer ${token}` } });
        expect([method, path, answer.status]).toEqual([method, path, 400]);
        expect(await answer.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized', message });
      }
    }
  });

  // A hosted project's triggers are those of the migrations, and only a connection to its database makes others.
  test.skipIf(isHosted)(
    'returns the text of a trigger for 42501 only; other errors of it are failures of the server',
    async () => {
      const mine = await owner();
      const authorization = `Bearer ${await bearerOf(mine)}`;
      for (const [state, status, code, message] of [
        ['42501', 400, '403', 'Too many files.'],
        ['P0001', 500, '500', 'database error, code: P0001'],
        ['23514', 500, '500', 'database error, code: 23514'],
      ] as const) {
        const path = `${mine.id}/refused-${state}`;
        const headers = { authorization, 'content-type': 'image/png' };
        const answer = await raw(`/object/${PRIVATE}/${path}`, { method: 'POST', headers, body: 'x' });
        expect([answer.status, await answer.json()]).toMatchObject([status, { statusCode: code, message }]);
        const begun = await raw('/upload/resumable', {
          method: 'POST',
          headers: { authorization, ...beginning(PRIVATE, path, 5) },
        });
        expect([begun.status, await begun.text()]).toEqual([Number(code), message]);
      }
    },
  );

  const encode = (text: string): string => Buffer.from(text).toString('base64');
  const beginning = (bucket: string, name: string, length: number, type = 'image/png') => ({
    ...{ 'tus-resumable': '1.0.0', 'upload-length': String(length) },
    'upload-metadata': `bucketName ${encode(bucket)},objectName ${encode(name)},contentType ${encode(type)}`,
  });

  describe('resumable uploads', () => {
    const ask = async (authorization: string, method: string, path: string, headers: object, body?: string) => {
      const answer = await raw(path, {
        ...{ method, body: body ?? null },
        headers: { authorization, 'tus-resumable': '1.0.0', ...headers },
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };

    test('begin at an absolute address, continue where they stopped, and take nothing more after the end', async () => {
      const mine = await owner();
      const authorization = `Bearer ${await bearerOf(mine)}`;
      const made = await ask(authorization, 'POST', '/upload/resumable', beginning(PRIVATE, `${mine.id}/t.png`, 10));
      expect(made.status, made.text).toBe(201);
      const place = new URL(made.headers.get('location') ?? '').pathname.replace('/storage/v1', '');
      const send = (offset: number, body: string, type = 'application/offset+octet-stream') =>
        ask(authorization, 'PATCH', place, { 'upload-offset': String(offset), 'content-type': type }, body);
      expect((await send(0, '01234')).status).toBe(204);
      expect(await send(2, '01234')).toMatchObject({ status: 409, text: 'Upload-Offset conflict\n' });
      expect(await send(5, '56789', 'text/plain')).toMatchObject({ status: 400, text: 'Invalid content-type\n' });
      const reached = await ask(authorization, 'HEAD', place, {});
      expect([reached.headers.get('upload-offset'), reached.headers.get('upload-length')]).toEqual(['5', '10']);
      expect((await send(5, '56789')).status).toBe(204);
      expect((await ask(authorization, 'HEAD', place, {})).headers.get('upload-offset')).toBe('10');
      const taken = { status: 409, text: 'The resource already exists' };
      expect(await send(10, '')).toMatchObject(taken);
      expect(await ask(authorization, 'DELETE', place, {})).toMatchObject(taken);
      expect(await (await mine.client.storage.from(PRIVATE).download(`${mine.id}/t.png`)).data?.text()).toBe(
        '0123456789',
      );
    });

    test('are refused in plain text', async () => {
      const mine = await owner();
      const member = await project.member();
      const authorization = `Bearer ${await bearerOf(mine)}`;
      const path = `${mine.id}/t.png`;
      const refusal = async (headers: object, as = authorization) => {
        const { status, text, headers: got } = await ask(as, 'POST', '/upload/resumable', headers);
        return [status, text, /^text\/plain/.test(got.get('content-type') ?? '')];
      };
      expect(await refusal(beginning(PICTURES, path, 3000))).toEqual([413, 'Maximum size exceeded\n', true]);
      expect(await refusal(beginning(PICTURES, path, 30, 'text/html'))).toEqual([
        ...[415, 'mime type text/html is not supported', true],
      ]);
      expect(await refusal(beginning('none', path, 30))).toEqual([404, 'Bucket not found', true]);
      expect(await refusal({ 'upload-length': '30' })).toEqual([400, 'Metadata header is required', true]);
      expect(await refusal({ ...beginning(PRIVATE, path, 30), 'tus-resumable': '' })).toEqual([
        ...[412, 'Tus-Resumable Required\n', true],
      ]);
      const bearer = `Bearer ${(await member.client.auth.getSession()).data.session?.access_token}`;
      expect(await refusal(beginning(PRIVATE, path, 30), bearer)).toEqual([
        ...[403, 'new row violates row-level security policy', true],
      ]);
      await mine.client.storage.from(PRIVATE).upload(path, png('x'));
      expect(await refusal(beginning(PRIVATE, path, 30))).toEqual([409, 'The resource already exists', true]);
    });
  });

  test('rejects path traversal', async () => {
    const { client, id } = await owner();
    const bearer = await bearerOf({ client });
    const paths = [
      `${id}/../x`,
      `${id}/%2e%2e/x`,
      `${id}/..%2fx`,
      `${id}/a%00b`,
      // storage-api accepts an empty part; the paths of our buckets have none.
      ...(isHosted ? [] : [`${id}//x`]),
      `${id}/./x`,
      `${id}/%5c..%5cx`,
      `${id}/%zz`,
    ];
    for (const path of paths) {
      const answer = await rawPost(`/storage/v1/object/${PRIVATE}/${path}`, bearer);
      expect([path, answer]).toEqual([path, 'HTTP/1.1 400 Bad Request']);
    }
    expect((await client.storage.from(PRIVATE).list(id)).data).toEqual([]);
    expect((await client.storage.from(PRIVATE).move('a/../b', 'c')).error).not.toBeNull();
  });

  /** Requests a path exactly as written; fetch would normalize it. Resolves with the status line. */
  function rawPost(path: string, bearer: string): Promise<string> {
    const { hostname, port } = new URL(project.url);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) });
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.on('error', reject).on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''));
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${hostname}`,
        `apikey: ${project.anonKey}`,
        `Authorization: Bearer ${bearer}`,
      ];
      socket.write(
        [...head, 'Content-Type: image/png', 'Content-Length: 1', 'Connection: close', '', 'x'].join('\r\n'),
      );
    });
  }

  test('only the service role manages buckets', async () => {
    const { client } = await project.member();
    expect((await client.storage.createBucket(`check-mine-${randomUUID()}`)).error).toMatchObject({
      statusCode: '403',
    });
    expect((await client.storage.listBuckets()).data).toEqual([]);
    const { storage } = project.admin;
    const short = `check-short-${randomUUID()}`;
    expect((await storage.createBucket(short, { public: false })).error).toBeNull();
    expect((await storage.updateBucket(short, { public: true, fileSizeLimit: 1000 })).error).toBeNull();
    expect((await storage.getBucket(short)).data).toMatchObject({ id: short, public: true, file_size_limit: 1000 });
    await storage.from(short).upload('x.png', png('x'));
    expect((await storage.deleteBucket(short)).error).not.toBeNull();
    expect((await storage.emptyBucket(short)).error).toBeNull();
    // A hosted project empties it a moment later.
    const drop = async () => (await storage.deleteBucket(short)).error;
    await expect.poll(drop, { timeout: 60_000, interval: 500 }).toBeNull();
    expect((await storage.getBucket(short)).error).toMatchObject({ statusCode: '404' });
  });
});
