import { v7 } from 'uuid';
import { IMAGE_EXTENSIONS, type Picture, storedUrl, VIDEO_EXTENSIONS, type VideoType } from '#contract/media.ts';
import { videoName } from '#contract/video-name.ts';
import { addLocalPicture } from './local-pictures.ts';
import { draftsOf } from '../drafts/drafts.ts';
import { changeJob, jobsOf, listJobs, type NewFile, readBytes, removeJobs, storeFiles } from './media-store.ts';
import { hasImageHost } from './public-picture.ts';
import { type MediaJob, type PostFile, type ProfileField, rowOf } from './media-row.ts';

export interface HeldFor {
  bucket: PostFile['bucket'];
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

/** Stored before the post is created, because a post would wait for lost pictures forever. */
export async function holdPictures(
  account: string,
  { bucket, folder, entity_id, label }: HeldFor,
  pictures: readonly Picture[],
): Promise<HeldPicture[]> {
  const files = pictures.map(({ bytes, ...picture }, position): NewFile => {
    const path = `${folder}/${picture.id}.${IMAGE_EXTENSIONS[picture.type] ?? 'jpg'}`;
    const size = bytes.byteLength;
    const { id, type } = picture;
    const job = { kind: 'post_file', id, bucket, path, type, entity_id, label, position, size, picture } as const;
    return { job: { ...job, created_at: Date.now() }, bytes };
  });
  await storeFiles(account, files);
  return files.map(({ job: { id, path, type }, bytes }, position) => {
    addLocalPicture(account, path, new Blob([bytes], { type }));
    const { width = 0, height = 0, alt = '', preview = '' } = pictures[position] ?? {};
    const about = { alt: alt.trim() || null, preview: preview || null };
    return { id, url: storedUrl(bucket, path), position, width, height, ...about };
  });
}

/** A video that was checked and cleaned. */
export interface NewVideo extends Pick<Picture, 'name' | 'bytes' | 'width' | 'height' | 'located'> {
  type: VideoType;
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
  const { name: fileName, located } = video;
  const picture = { name: fileName, width, height, located };
  const job = { kind: 'video', id, bucket: 'public-videos', path, type, entity_id: '', label: '' } as const;
  await storeFiles(
    account,
    [{ job: { ...job, picture, seconds, size: bytes.byteLength, created_at: Date.now() }, bytes }],
    'draft',
  );
  return id;
}

/** Stores an avatar or banner for upload, replacing a waiting one. `label`: for the outbox. Returns the job's id. */
export async function holdProfilePicture(
  account: string,
  field: ProfileField,
  label: string,
  content: Blob,
): Promise<string> {
  const id = v7();
  const jobs = await listJobs(account);
  const waiting = jobs.filter((job) => job.kind === 'profile_picture' && job.field === field).map((job) => job.id);
  const path = `${account}/${id}.${IMAGE_EXTENSIONS[content.type] ?? 'jpg'}`;
  const bytes = await content.arrayBuffer();
  // It was cut out of the original, so it has no metadata.
  const job = { kind: 'profile_picture', id, bucket: 'public-media', path, type: content.type, field, label } as const;
  const about = { size: bytes.byteLength, created_at: Date.now(), isHosted: hasImageHost() };
  await storeFiles(account, [{ job: { ...job, ...about }, bytes }]);
  if (waiting.length > 0) await removeJobs(account, waiting);
  return id;
}

const wantedJobs = async (account: string, entity_id: string, ids?: readonly string[]) =>
  (await jobsOf(account, entity_id)).filter(({ id }) => ids?.includes(id) ?? true);

/** The pictures of a post that is not sent yet, for its draft. With `ids` only these. */
export async function heldPictures(account: string, entity_id: string, ids?: readonly string[]): Promise<Picture[]> {
  const files = (await wantedJobs(account, entity_id, ids)).filter((job) => job.kind === 'post_file');
  const found = await Promise.all(
    files.map(async ({ id, picture }) => ({ picture, bytes: await readBytes(account, id) })),
  );
  return found.flatMap(({ picture, bytes }) => (bytes ? [{ ...picture, bytes }] : []));
}

/** After the post was discarded, or became a draft again. */
export const releasePictures = async (account: string, entity_id: string, ids?: readonly string[]): Promise<void> =>
  removeJobs(
    account,
    (await wantedJobs(account, entity_id, ids)).map(({ id }) => id),
  );

/** After discards: releases the files of the rows that were not created. A draft keeps its video. */
export async function releaseFilesOf(account: string, rows: readonly string[]): Promise<void> {
  const jobs = (await listJobs(account)).filter((job) => rows.includes(rowOf(job)) || rows.includes(job.id));
  const isDraftVideo = ({ kind, id }: MediaJob, drafts: readonly string[]) => kind === 'video' && drafts.includes(id);
  const hasVideo = jobs.some(({ kind }) => kind === 'video');
  const drafts = hasVideo ? (await draftsOf(account, 'post')).map(({ fields }) => fields.video ?? '') : [];
  for (const job of jobs)
    if (isDraftVideo(job, drafts)) await changeJob(account, job.id, { state: 'draft', entity_id: '' });
  await removeJobs(
    account,
    jobs.filter((job) => !isDraftVideo(job, drafts)).map(({ id }) => id),
  );
}
