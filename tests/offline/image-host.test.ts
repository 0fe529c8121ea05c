import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createImageHost } from '../../local/providers/image-host.ts';
import { imageHost, uploadToHost } from '#data/remote/image-host.ts';
import type { ProfileField, ProfilePicture } from '#data/media/media-row.ts';
import { sendToHost } from '#data/media/public-picture.ts';

let server: Server;
let url: string;

beforeAll(async () => {
  const { handle } = createImageHost();
  server = createServer((req, res) => void handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_dev/images`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const picture = new Blob(['picture'], { type: 'image/webp' });

test('a picture is stored under its name, with an unsigned preset', async () => {
  const stored = await uploadToHost({ url, preset: 'rangeday' }, picture, 'profile-pics/ann');
  expect(stored).toEqual({ ok: true, url: '/_dev/images/files/profile-pics/ann' });
  const served = await fetch(new URL('/_dev/images/files/profile-pics/ann', url));
  expect([served.headers.get('content-type'), await served.text()]).toEqual(['image/webp', 'picture']);
  const unnamed = await uploadToHost({ url, preset: 'rangeday' }, picture, null);
  expect(unnamed).toMatchObject({ ok: true, url: expect.stringMatching(/files\/[0-9a-f-]{36}$/) });
});

test('the error contains the host’s reason for a refusal', async () => {
  expect(await uploadToHost({ url, preset: 'other' }, picture, null)).toEqual({
    ok: false,
    message: 'Upload preset not found',
  });
  const page = new Blob(['<script>'], { type: 'text/html' });
  expect(await uploadToHost({ url, preset: 'rangeday' }, page, null)).toEqual({
    ok: false,
    message: 'Invalid image file',
  });
});

test('no answer is no sentence', async () => {
  expect(await uploadToHost({ url: 'http://127.0.0.1:1', preset: 'rangeday' }, picture, null)).toEqual({
    ok: false,
    message: '',
  });
});

test('only with address and preset there is a host', () => {
  expect(imageHost({ VITE_IMAGE_HOST_URL: 'https://a.example/v1/' })).toBeNull();
  expect(imageHost({ VITE_IMAGE_HOST_URL: 'https://a.example/v1/', VITE_IMAGE_HOST_PRESET: 'p' })).toEqual({
    url: 'https://a.example/v1',
    preset: 'p',
  });
});

const job = (field: ProfileField): ProfilePicture => ({
  ...{
    kind: 'profile_picture',
    id: 'a',
    bucket: 'public-media',
    path: 'ann/a.jpg',
    type: 'image/jpeg',
    field,
    label: '',
  },
  ...{ size: 1, state: 'queued', sent: 0, upload_url: null, failures: 0, not_before: 0, error: null },
  ...{ created_at: 7, isHosted: true },
});

test('a waiting picture goes to the host once it answers, at each attempt under the same name', async () => {
  const bytes = new ArrayBuffer(1);
  vi.stubEnv('VITE_IMAGE_HOST_PRESET', 'rangeday');
  vi.stubEnv('VITE_IMAGE_HOST_URL', 'http://127.0.0.1:1');
  expect(await sendToHost('ann', job('banner_url'), bytes)).toEqual({ kind: 'later' });
  vi.stubEnv('VITE_IMAGE_HOST_URL', url);
  const banner = { kind: 'done', hosted_url: '/_dev/images/files/profile-banners/ann_7' };
  expect(await sendToHost('ann', job('banner_url'), bytes)).toEqual(banner);
  expect(await sendToHost('ann', job('banner_url'), bytes)).toEqual(banner);
  expect(await sendToHost('ann', job('profile_image_url'), bytes)).toMatchObject({
    hosted_url: '/_dev/images/files/profile-pics/ann',
  });
  vi.stubEnv('VITE_IMAGE_HOST_PRESET', 'other');
  expect(await sendToHost('ann', job('banner_url'), bytes)).toEqual({
    kind: 'refused',
    message: 'Upload preset not found',
  });
  vi.unstubAllEnvs();
});
