import { v7 } from 'uuid';
import { IMAGE_EXTENSIONS, type Picture, storedUrl, VIDEO_EXTENSIONS, type VideoType } from '#contract/media.ts';
import { videoName } from '#contract/video-name.ts';
import { addLocalPicture } from './local-pictures.ts';
import { draftsOf } from '../drafts/drafts.ts';
import { changeJob, jobsOf, listJobs, type NewFile, readBytes, removeJobs, storeFiles } from './media-store.ts';
import { hasImageHost } from './public-picture.ts';
import type { MediaBucket, MediaJob } from './media-row.ts';

export interface HeldFor {
  bucket: MediaBucket;
  /** The folder in the bucket. */
  folder: string;
  entity_id: string;
  label: string;
}

/** What the row of a picture says besides whose it is. */
export interface HeldPicture {
  id: string;
  url: string;
  position: number;
  alt: string | null;
  width: number;
  height: number;
  preview: string | null;
}

/** Stores pictures for upload before their post is created: a post whose pictures are lost would wait for them for ever. */
export async function holdPictures(
  account: string,
  { bucket, folder, entity_id, label }: HeldFor,
  pictures: readonly Picture[],
): Promise<HeldPicture[]> {
  const files = pictures.map(({ bytes, ...picture }, position): NewFile => {
    const path = `${folder}/${picture.id}.${IMAGE_EXTENSIONS[picture.type] ?? 'jpg'}`;
    const size = bytes.byteLength;
    const job = { id: picture.id, bucket, path, entity_id, label, position, size, picture };
    return { job: { ...job, created_at: Date.now() }, bytes };
  });
  await storeFiles(account, files);
  for (const { job, bytes } of files) addLocalPicture(account, job.path, new Blob([bytes], { type: job.picture.type }));
  return files.map(({ job: { id, path, position, picture } }) => ({
    ...{ id, url: storedUrl(bucket, path), position, width: picture.width, height: picture.height },
    alt: picture.alt.trim() || null,
    preview: picture.preview || null,
  }));
}

/** A video that was checked and cleaned. */
export interface NewVideo extends Pick<Picture, 'name' | 'bytes' | 'width' | 'height' | 'located'> {
  type: VideoType;
  /** Its length. */
  seconds: number;
  /** As the name of a video has it. */
  still: string;
}

/** Stores a video of a draft. Resolves with its id, which the draft keeps. */
export async function holdVideo(account: string, { bytes, seconds, still, ...video }: NewVideo): Promise<string> {
  const id = v7();
  const { type, width, height } = video;
  const name = videoName(id, { width, height, seconds, bytes: bytes.byteLength, preview: still });
  const path = `${account}/${name}.${VIDEO_EXTENSIONS[type]}`;
  const picture = { ...video, id, preview: '', alt: '' };
  const job = { id, bucket: 'public-videos', path, entity_id: '', label: '', position: 0, picture, seconds } as const;
  await storeFiles(account, [{ job: { ...job, size: bytes.byteLength, created_at: Date.now() }, bytes }], 'draft');
  return id;
}

/** Stores an avatar or banner to be uploaded and then shown; one that still waits is replaced. `label` is for the outbox. Resolves with the id of its job. */
export async function holdProfilePicture(
  account: string,
  field: 'profile_image_url' | 'banner_url',
  label: string,
  content: Blob,
): Promise<string> {
  const id = v7();
  const waiting = (await jobsOf(account, field)).map((job) => job.id);
  const path = `${account}/${id}.${IMAGE_EXTENSIONS[content.type] ?? 'jpg'}`;
  const bytes = await content.arrayBuffer();
  // It was cut out of the original, so it has no metadata.
  const picture = { id, name: '', type: content.type, width: 0, height: 0, preview: '', alt: '', located: false };
  const job = { id, bucket: 'public-media', path, entity_id: field, label, position: 0, picture } as const;
  const about = { size: bytes.byteLength, created_at: Date.now(), isHosted: hasImageHost() };
  await storeFiles(account, [{ job: { ...job, ...about }, bytes }]);
  if (waiting.length > 0) await removeJobs(account, waiting);
  return id;
}

const wantedJobs = async (account: string, entity_id: string, ids?: readonly string[]) =>
  (await jobsOf(account, entity_id)).filter(({ id }) => ids?.includes(id) ?? true);

/** The pictures of a post that is not sent yet, for its draft. With `ids` only these. */
export async function heldPictures(account: string, entity_id: string, ids?: readonly string[]): Promise<Picture[]> {
  const found = await Promise.all(
    (await wantedJobs(account, entity_id, ids)).map(async ({ id, picture }) => ({
      picture,
      bytes: await readBytes(account, id),
    })),
  );
  return found.flatMap(({ picture, bytes }) => (bytes ? [{ ...picture, bytes }] : []));
}

/** After the post was discarded, or became a draft again. */
export const releasePictures = async (account: string, entity_id: string, ids?: readonly string[]): Promise<void> =>
  removeJobs(
    account,
    (await wantedJobs(account, entity_id, ids)).map(({ id }) => id),
  );

/** After actions were discarded: the files of the rows that they would have created. A video that a draft has belongs to that draft. */
export async function releaseFilesOf(account: string, rows: readonly string[]): Promise<void> {
  const jobs = (await listJobs(account)).filter(({ id, entity_id }) => rows.includes(entity_id) || rows.includes(id));
  const isDraftVideo = ({ bucket, id }: MediaJob, drafts: readonly string[]) =>
    bucket === 'public-videos' && drafts.includes(id);
  const hasVideo = jobs.some(({ bucket }) => bucket === 'public-videos');
  const drafts = hasVideo ? (await draftsOf(account, 'post')).map(({ text }) => text['video'] ?? '') : [];
  for (const job of jobs)
    if (isDraftVideo(job, drafts)) await changeJob(account, job.id, { state: 'draft', entity_id: '' });
  await removeJobs(
    account,
    jobs.filter((job) => !isDraftVideo(job, drafts)).map(({ id }) => id),
  );
}
