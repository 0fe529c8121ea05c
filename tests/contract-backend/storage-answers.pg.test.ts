import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';

import { isHosted } from './support/backend.ts';
import { PICTURES, PRIVATE, storageSuite } from './support/storage-suite.ts';

describe('answers of storage', () => {
  const { project, png, raw, owner, bearerOf } = storageSuite();

  const jwt = (secret: string, expires: string | number) =>
    new SignJWT({ role: 'authenticated', session_id: randomUUID() })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(randomUUID())
      .setExpirationTime(expires)
      .sign(new TextEncoder().encode(secret));

  test('answers a rejected token with 400, 403 in the body, and the reason', async () => {
    const secret = project().embedded?.jwtSecret;
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
      // Asked for like a public file, a private one does not exist.
      const plain = await raw(`/object/${PRIVATE}/a/b.png`, { headers: { authorization: `Bearer ${token}` } });
      expect([plain.status, await plain.json()]).toMatchObject([400, { statusCode: '404', error: 'Bucket not found' }]);
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

  /** Sends a head and some bytes, and no end; resolves with the answer. */
  const sendOpen = (path: string, headers: Record<string, string | number>, bytes = 0) =>
    new Promise<unknown[]>((resolve, reject) => {
      const open = request(
        `${project().url}/storage/v1${path}`,
        { method: 'POST', headers: { apikey: project().anonKey, ...headers }, agent: false },
        (answer) => {
          text(answer)
            .then((body) => resolve([(JSON.parse(body) as { statusCode: string }).statusCode, answer.statusCode]))
            .catch(reject)
            .finally(() => open.destroy());
        },
      ).on('error', reject);
      open.flushHeaders();
      if (bytes > 0) open.write(Buffer.alloc(bytes));
    });

  test('refuses an upload before its body was sent, or when it has passed the limit', async () => {
    const mine = await owner();
    const authorization = `Bearer ${await bearerOf(mine)}`;
    const member = await project().member();
    const stranger = `Bearer ${(await member.client.auth.getSession()).data.session?.access_token}`;
    const png = { 'content-type': 'image/png' };
    const path = `/object/${PICTURES}/${mine.id}/open.png`;
    expect(await sendOpen(path, { authorization: stranger, ...png, 'content-length': 1000 })).toEqual(['403', 400]);
    expect(await sendOpen(path, { authorization, ...png, 'content-length': 3000 })).toEqual(['413', 400]);
    const html = { 'content-type': 'text/html', 'content-length': 1000 };
    expect(await sendOpen(path, { authorization, ...html })).toEqual(['415', 400]);
    expect(await sendOpen(path, { authorization, ...png, 'transfer-encoding': 'chunked' }, 3000)).toEqual(['413', 400]);
  });

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
      const member = await project().member();
      const authorization = `Bearer ${await bearerOf(mine)}`;
      const path = `${mine.id}/t.png`;
      const refusal = async (headers: object, as = authorization) => {
        const { status, text, headers: got } = await ask(as, 'POST', '/upload/resumable', headers);
        return [status, text, got.get('content-type')?.startsWith('text/plain')];
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
});
