import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AdInput } from '#contract/managed-ads.ts';
import { createAd, updateAd, type WriteReply } from '../remote/managed-ads.ts';
import {
  adImagePath,
  adReadiness,
  adState,
  holdAd,
  holdAdImage,
  readHeldAd,
  sendHeldAd,
  takeHeldAd,
} from './held-ads.ts';
import { AD, AD_IMAGE } from './media-row.ts';
import { changeJob, listJobs, readBytes, readJob, removeJobs } from './media-store.ts';

vi.mock('../remote/managed-ads.ts', () => ({ createAd: vi.fn(), updateAd: vi.fn() }));

const ME = 'me';
const ID = '01920000-0000-7000-8000-000000000001';
let image: string;
let input: AdInput;

beforeEach(async () => {
  image = await holdAdImage(ME, new Blob(['picture'], { type: 'image/png' }));
  input = {
    ...{ title: 'Bags', type: 'banner', destination_url: null, image_url: image, mobile_image_url: null },
    ...{ start_date: '2026-11-01', end_date: null, active: true, client_id: 'c1' },
  };
});
afterEach(async () => {
  const jobs = await listJobs(ME);
  await removeJobs(
    ME,
    jobs.map(({ id }) => id),
  );
  vi.mocked(createAd).mockReset();
  vi.mocked(updateAd).mockReset();
});

const job = async (id: string) => {
  const found = await readJob(ME, id);
  if (!found) throw new Error(`no job ${id}`);
  return found;
};
const imageJob = async () => {
  const found = (await listJobs(ME)).find(({ path }) => path === adImagePath(image));
  if (!found) throw new Error('no picture');
  return found;
};
const send = async (id: string) => sendHeldAd(ME, (await readBytes(ME, id)) ?? new ArrayBuffer(0));

test('a picture is uploaded at once, and its ad after it', async () => {
  const held = await holdAd(ME, { id: ID, isNew: true, input });
  expect(held).toBe(AD + ID);
  expect((await imageJob()).entity_id).toBe(held);
  expect(await adReadiness(ME, await imageJob())).toBe('ready');
  expect(await adReadiness(ME, await job(held))).toBe('wait');
  await changeJob(ME, (await imageJob()).id, { state: 'sent' });
  expect(await adReadiness(ME, await job(held))).toBe('ready');
});

test('an ad whose picture is at the image host is created with its address there', async () => {
  const held = await holdAd(ME, { id: ID, isNew: true, input });
  await changeJob(ME, (await imageJob()).id, { state: 'sent', hosted_url: 'https://host.example/bags.png' });
  vi.mocked(createAd).mockResolvedValueOnce({ ok: true, id: ID });
  expect(await send(held)).toEqual({ kind: 'done' });
  expect(vi.mocked(createAd).mock.lastCall?.[1]).toMatchObject({
    image_url: 'https://host.example/bags.png',
    mobile_image_url: null,
  });
});

test('a new ad that the server may have keeps its id when it is edited', async () => {
  const held = await holdAd(ME, { id: ID, isNew: true, input });
  vi.mocked(createAd).mockResolvedValueOnce({ ok: false, message: '' });
  expect(await send(held)).toEqual({ kind: 'later' });
  expect(await takeHeldAd(ME, held)).toEqual({ id: ID, isNew: true, input });
  // Its picture is that of a draft now.
  expect((await imageJob()).entity_id).toBe(AD_IMAGE);
  expect(await readHeldAd(ME, held)).toBeNull();
  const again = await holdAd(ME, { id: ID, isNew: true, input: { ...input, title: 'Bags for two' } });
  expect(again).toBe(held);
  vi.mocked(createAd).mockResolvedValueOnce({ ok: true, id: ID });
  expect(await send(again)).toEqual({ kind: 'done' });
  expect(vi.mocked(createAd).mock.calls.map(([id, sent]) => [id, sent.title])).toEqual([
    [ID, 'Bags'],
    [ID, 'Bags for two'],
  ]);
});

test('an ad that exists is changed, and only the last change waits', async () => {
  await holdAd(ME, { id: ID, isNew: false, input });
  const held = await holdAd(ME, { id: ID, isNew: false, input: { ...input, title: 'Slings' } });
  expect((await listJobs(ME)).filter(({ id }) => id === held)).toHaveLength(1);
  vi.mocked(updateAd).mockResolvedValueOnce({ ok: true, id: ID });
  expect(await send(held)).toEqual({ kind: 'done' });
  expect(vi.mocked(updateAd).mock.calls).toEqual([[ID, { ...input, title: 'Slings' }]]);
  expect(createAd).not.toHaveBeenCalled();
});

test('a refusal is shown with its reason', async () => {
  const held = await holdAd(ME, { id: ID, isNew: true, input });
  expect(await adState(ME, held)).toEqual({ state: 'held' });
  const refusal: WriteReply = { ok: false, message: 'An ad needs a title.' };
  vi.mocked(createAd).mockResolvedValueOnce(refusal);
  expect(await send(held)).toEqual({ kind: 'refused', message: 'An ad needs a title.' });
  await changeJob(ME, held, { state: 'refused', error: 'An ad needs a title.' });
  expect(await adState(ME, held)).toEqual({ state: 'refused', message: 'An ad needs a title.' });
  await removeJobs(ME, [held]);
  expect(await adState(ME, held)).toEqual({ state: 'sent' });
});

test('a picture without an ad or a draft goes after a minute', async () => {
  const picture = await imageJob();
  expect(await adReadiness(ME, picture)).toBe('ready');
  expect(await adReadiness(ME, { ...picture, created_at: Date.now() - 61_000 })).toBe('gone');
});
