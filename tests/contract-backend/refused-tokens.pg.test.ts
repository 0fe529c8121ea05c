import { randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { isFinal, refusesToken } from '#data/http/answers.ts';
import { isHosted, openProject } from './support/backend.ts';
import type { Project } from './support/backend.ts';

const BUCKET = 'public-media';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const POLICIES = `
  create policy "own folder" on storage.objects for all to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text) with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create function public.who() returns uuid language sql as $$ select auth.uid() $$;
`;

let project: Project;
beforeAll(async () => {
  project = await openProject(POLICIES);
  if (!isHosted) await project.admin.storage.createBucket(BUCKET, { public: false });
});
afterAll(async () => {
  await project.stop();
});

const sign = (claims: object, secret: string): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(secret));

const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${btoa(value)}`)
    .join(',');

/** Each way in which the app uses a token. */
const CALLS: Record<string, (folder: string) => [path: string, init: RequestInit]> = {
  REST: () => ['/rest/v1/rpc/who', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
  Auth: () => ['/auth/v1/user', {}],
  'Storage, reading': (folder) => [`/storage/v1/object/authenticated/${BUCKET}/${folder}/none.png`, {}],
  'Storage, writing': (folder) => [
    `/storage/v1/object/${BUCKET}/${folder}/${randomUUID()}.png`,
    // A whole picture: the embedded storage reads it before it asks the policies.
    { method: 'POST', body: PNG, headers: { 'content-type': 'image/png' } },
  ],
  'an upload that begins': (folder) => [
    '/storage/v1/upload/resumable',
    {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '9',
        'upload-metadata': metadata({ bucketName: BUCKET, objectName: `${folder}/${randomUUID()}.png` }),
      },
    },
  ],
  'an upload that goes on': () => [
    `/storage/v1/upload/resumable/${randomUUID()}`,
    { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } },
  ],
};

async function call(name: string, token: string, folder: string) {
  const [path, init] = CALLS[name]!(folder);
  const headers = { ...(init.headers as object), apikey: project.anonKey, authorization: `Bearer ${token}` };
  const response = await fetch(`${project.url}${path}`, { ...init, headers });
  const body: unknown = await response.json().catch(() => undefined);
  return { status: response.status, method: init.method, body };
}

describe.each(Object.keys(CALLS))('%s', (name) => {
  test('a token of another secret asks for a new one; control: a valid token does not', async () => {
    const { client, id } = await project.member();
    const valid = (await client.auth.getSession()).data.session?.access_token ?? '';
    const forged = await call(name, await sign(decodeJwt(valid), 'x'.repeat(40)), id);
    expect(forged.status).toBeGreaterThanOrEqual(400);
    expect(refusesToken(forged)).toBe(true);
    expect(refusesToken(await call(name, valid, id))).toBe(false);
  });

  test.skipIf(isHosted)('a token that has expired asks for a new one', async () => {
    const { client, id } = await project.member();
    const claims = decodeJwt((await client.auth.getSession()).data.session?.access_token ?? '');
    const exp = Math.floor(Date.now() / 1000) - 5;
    const old = await call(name, await sign({ ...claims, iat: exp - 3600, exp }, project.embedded!.jwtSecret), id);
    expect(old.status).toBeGreaterThanOrEqual(400);
    expect(refusesToken(old)).toBe(true);
  });
});

test('a file in the folder of somebody else is refused for good, with the same status and code as a token', async () => {
  const [{ client }, other] = [await project.member(), await project.member()];
  const valid = (await client.auth.getSession()).data.session?.access_token ?? '';
  const refused = await call('Storage, writing', valid, other.id);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ statusCode: '403' });
  expect(isFinal(refused)).toBe(true);
});
