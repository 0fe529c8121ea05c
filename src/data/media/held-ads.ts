import { v7 } from 'uuid';
import type { AdInput } from '#contract/managed-ads.ts';
import { IMAGE_EXTENSIONS, storedUrl } from '#contract/media.ts';
import { draftsUnder } from '../drafts/drafts.ts';
import { createAd, updateAd } from '../remote/managed-ads.ts';
import { hasImageHost } from './public-picture.ts';
import type { Readiness } from './lane.ts';
import { changeJob, jobsOf, listJobs, readBytes, readJob, removeJobs, storeFiles } from './media-store.ts';
import { AD, AD_IMAGE, type MediaJob, type UploadOutcome } from './media-row.ts';

/*
 * An ad and its pictures wait on the device together. A picture is uploaded as soon as it is chosen; the ad itself is the last job, which the lane
 * sends when its pictures are in Storage.
 */

const BUCKET = 'public-media';
const TEXT_TYPE = 'application/json';
const PREFIX = storedUrl(BUCKET, '');

/** What is stored of an ad. */
export interface HeldAd {
  id: string;
  isNew: boolean;
  input: AdInput;
}

const isText = ({ picture }: MediaJob): boolean => picture.type === TEXT_TYPE;

/** The path of a picture in our storage; null for an address elsewhere. */
export const adImagePath = (url: string): string | null => (url.startsWith(PREFIX) ? url.slice(PREFIX.length) : null);

const plain = (type: string) => ({
  ...{ id: '', name: '', type, width: 0, height: 0, preview: '', alt: '', located: false },
});

/** Stores the picture of an ad for upload, without its metadata. Returns the address that it will have, or that stands for the one at the image host. */
export async function holdAdImage(account: string, file: Blob): Promise<string> {
  const id = v7();
  const path = `${account}/${id}.${IMAGE_EXTENSIONS[file.type] ?? 'jpg'}`;
  const bytes = await file.arrayBuffer();
  const job = {
    id,
    bucket: BUCKET,
    path,
    entity_id: AD_IMAGE,
    label: '',
    position: 0,
    size: bytes.byteLength,
  } as const;
  const about = { picture: plain(file.type), created_at: Date.now(), isHosted: hasImageHost() };
  await storeFiles(account, [{ job: { ...job, ...about }, bytes }]);
  return storedUrl(BUCKET, path);
}

const imagesOf = ({ image_url, mobile_image_url }: AdInput): string[] =>
  [image_url, mobile_image_url].flatMap((url) => (url === null ? [] : (adImagePath(url) ?? [])));

const jobsAt = async (account: string, paths: readonly string[]): Promise<MediaJob[]> =>
  (await listJobs(account)).filter((job) => job.bucket === BUCKET && paths.includes(job.path));

/**
 * Stores an ad to be created or changed; the same one again replaces it. Returns the id of its job. A new ad keeps its id from one attempt to the
 * next: the server may have it although no answer came.
 */
export async function holdAd(account: string, ad: HeldAd): Promise<string> {
  const { input } = ad;
  const entity_id = AD + ad.id;
  for (const job of await jobsAt(account, imagesOf(input)))
    await changeJob(account, job.id, { entity_id, label: input.title });
  const bytes = new TextEncoder().encode(JSON.stringify(ad)).buffer;
  const job = { id: entity_id, bucket: BUCKET, path: entity_id, entity_id, label: input.title, position: 9 } as const;
  const about = { size: bytes.byteLength, picture: plain(TEXT_TYPE), created_at: Date.now() };
  await storeFiles(account, [{ job: { ...job, ...about }, bytes }]);
  return entity_id;
}

/** What waits to be created or changed; null if it was sent or discarded. */
export async function readHeldAd(account: string, jobId: string): Promise<HeldAd | null> {
  const bytes = await readBytes(account, jobId);
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as HeldAd);
}

/** Removes a held ad, and returns it for the form. Its pictures become those of a draft. */
export async function takeHeldAd(account: string, jobId: string): Promise<HeldAd | null> {
  const ad = await readHeldAd(account, jobId);
  if (!ad) return null;
  const images = (await jobsOf(account, jobId)).filter((job) => !isText(job));
  for (const { id } of images) await changeJob(account, id, { entity_id: AD_IMAGE, created_at: Date.now() });
  await removeJobs(account, [jobId]);
  return ad;
}

/** sent: the server has it; held: it waits. */
export type AdState = { state: 'sent' | 'held' } | { state: 'refused'; message: string };

export async function adState(account: string, jobId: string): Promise<AdState> {
  if (!(await readJob(account, jobId))) return { state: 'sent' };
  const refused = (await jobsOf(account, jobId)).find(({ state }) => state === 'refused');
  return refused ? { state: 'refused', message: refused.error ?? '' } : { state: 'held' };
}

/** A picture whose draft is not stored yet. */
const DRAFT_PATIENCE_MS = 60_000;

export async function adReadiness(account: string, job: MediaJob): Promise<Readiness> {
  if (isText(job)) {
    if (job.state === 'sent') return 'done';
    const ad = await readHeldAd(account, job.id);
    if (!ad) return 'gone';
    const images = await jobsAt(account, imagesOf(ad.input));
    return images.every(({ state }) => state === 'sent') ? 'ready' : 'wait';
  }
  const isWanted =
    job.entity_id === AD_IMAGE
      ? Date.now() - job.created_at < DRAFT_PATIENCE_MS ||
        (await draftsUnder(account, AD)).some(({ text }) => Object.values(text).includes(storedUrl(BUCKET, job.path)))
      : (await readJob(account, job.entity_id)) !== null;
  return isWanted ? 'ready' : job.state === 'sent' ? 'done' : 'gone';
}

export async function sendHeldAd(account: string, bytes: ArrayBuffer): Promise<UploadOutcome> {
  const { id, isNew, input: held } = JSON.parse(new TextDecoder().decode(bytes)) as HeldAd;
  const jobs = await jobsAt(account, imagesOf(held));
  const addressOf = (url: string) => jobs.find(({ path }) => path === adImagePath(url))?.hosted_url ?? url;
  const mobile = held.mobile_image_url;
  const input = { ...held, image_url: addressOf(held.image_url), mobile_image_url: mobile && addressOf(mobile) };
  const reply = await (isNew ? createAd(id, input) : updateAd(id, input));
  if (reply.ok) return { kind: 'done' };
  return reply.message === '' ? { kind: 'later' } : { kind: 'refused', message: reply.message };
}
