import { Dexie, liveQuery, type Table } from 'dexie';
import { within } from '#lib/within.ts';
import { makeRoom } from '../device/image-cache.ts';
import { readKey, removeKey, writeKey } from '../device/kv.ts';
import { isQuotaError } from '../device/storage-errors.ts';
import { mediaDatabase, mediaKey } from './media-key.ts';
import { type FormerAdFile, isFormer, moveFormerAds, separateReports } from './former-rows.ts';
import {
  type MediaJob,
  type ProfilePicture,
  rowOf,
  type StoredReport,
  type UploadProgress,
  type Video,
} from './media-row.ts';
import { type WaitingFiles, waitingFiles } from './waiting-files.ts';

interface StoredBytes {
  id: string;
  bytes: ArrayBuffer;
}

class MediaDatabase extends Dexie {
  declare jobs: Table<MediaJob, string>;
  declare bytes: Table<StoredBytes, string>;
  declare reports: Table<StoredReport, string>;
  declare former_ads: Table<FormerAdFile, string>;

  constructor(account: string) {
    super(mediaDatabase(account));
    this.version(1).stores({ jobs: 'id, entity_id, &path', bytes: 'id' });
    this.version(2).stores({ former_ads: 'id' }).upgrade(moveFormerAds);
    this.version(3).stores({ reports: 'id, created_at' }).upgrade(separateReports);
    // Lets another tab upgrade the database after an update, or delete it at a log-out.
    this.on('versionchange', () => {
      this.close();
      databases.delete(account);
      return false;
    });
  }
}

const databases = new Map<string, MediaDatabase>();

/** One database per account, so that no other account can see its files. */
function database(account: string): MediaDatabase {
  let found = databases.get(account);
  if (!found) databases.set(account, (found = new MediaDatabase(account)));
  return found;
}

/** For the reports, which are stored beside the jobs. */
export function mediaTables(account: string) {
  const db = database(account);
  return { db, bytes: db.bytes, reports: db.reports };
}

/** `Omit` of each member of a union. */
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export interface NewFile {
  job: Without<MediaJob, 'state' | 'sent' | 'upload_url' | 'failures' | 'not_before' | 'error'>;
  bytes: ArrayBuffer;
}

/** Stores something here. A full device first loses cached pictures; then it rejects with a quota error. */
export async function storeWithRoom(account: string, store: () => PromiseLike<void>): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (!isQuotaError(error) || !(await makeRoom())) throw error;
    await store();
  }
  await writeKey(mediaKey(account), true);
}

/** Stores files with their jobs, all or none. Rejects with a quota error on a full device. */
export async function storeFiles(
  account: string,
  files: readonly NewFile[],
  state: 'queued' | 'draft' = 'queued',
): Promise<void> {
  const db = database(account);
  const fresh = { state, sent: 0, upload_url: null, failures: 0, not_before: 0, error: null } as const;
  await storeWithRoom(account, () =>
    db.transaction('rw', db.jobs, db.bytes, async () => {
      await db.bytes.bulkPut(files.map(({ job: { id }, bytes }) => ({ id, bytes })));
      await db.jobs.bulkPut(files.map(({ job }): MediaJob => ({ ...job, ...fresh })));
    }),
  );
}

/** Upgrades jobs that a former release has stored since. Call before any is sent or deleted. */
export async function upgradeFormerJobs(account: string): Promise<void> {
  const db = database(account);
  if (!(await db.jobs.toArray()).some(isFormer)) return;
  await db.transaction('rw', [db.jobs, db.bytes, db.reports, db.former_ads], async (tx) => {
    await moveFormerAds(tx);
    await separateReports(tx);
  });
}

const positionOf = (job: MediaJob): number => (job.kind === 'post_file' ? job.position : 0);

/** In the order of sending. */
export async function listJobs(account: string): Promise<MediaJob[]> {
  const jobs = await database(account).jobs.toArray();
  return jobs.toSorted((one, other) => one.created_at - other.created_at || positionOf(one) - positionOf(other));
}

/** The files of a post or comment, in their order. */
export const jobsOf = async (account: string, entity_id: string): Promise<MediaJob[]> =>
  (await database(account).jobs.where('entity_id').equals(entity_id).toArray()).toSorted(
    (one, other) => positionOf(one) - positionOf(other),
  );

export const readJob = async (account: string, id: string): Promise<MediaJob | null> =>
  (await database(account).jobs.get(id)) ?? null;

/** Calls back with each state of a job; null when done, removed or unreadable. Returns the unsubscribe function. */
export function watchJob(account: string, id: string, onJob: (job: MediaJob | null) => void): () => void {
  const watch = liveQuery(() => readJob(account, id)).subscribe({ next: onJob, error: () => onJob(null) });
  return () => watch.unsubscribe();
}

/** Tells the screens which rows have files that are not sent. Returns the function that stops it. */
export function watchWaiting(account: string): () => void {
  const toWaiting = (jobs: readonly MediaJob[]): WaitingFiles[] => {
    const shown = jobs.filter(({ state }) => state !== 'draft' && state !== 'sent');
    return [...Map.groupBy(shown, rowOf)].map(([id, files]) => ({
      id,
      isRefused: files.some(({ state }) => state === 'refused'),
    }));
  };
  const watch = liveQuery(() => listJobs(account)).subscribe({
    next(jobs) {
      const next = toWaiting(jobs);
      // Progress changes a job twice a second.
      if (JSON.stringify(next) !== JSON.stringify(waitingFiles.get())) waitingFiles.set(next);
    },
    error: () => {},
  });
  return () => {
    watch.unsubscribe();
    waitingFiles.set([]);
  };
}

/** The ads of a former release, and the function that forgets them. Opens no database that does not exist. */
export async function formerAds(account: string): Promise<{ files: FormerAdFile[]; forget(): Promise<void> }> {
  if (!(await Dexie.exists(mediaDatabase(account)))) return { files: [], forget: async () => {} };
  const { former_ads } = database(account);
  const forget = async () => {
    await former_ads.clear();
    await noteFiles(account);
  };
  return { files: await former_ads.toArray(), forget };
}

export const readBytes = async (account: string, id: string): Promise<ArrayBuffer | null> =>
  (await database(account).bytes.get(id))?.bytes ?? null;

export async function readFile(account: string, path: string): Promise<Blob | null> {
  const job = await database(account).jobs.where('path').equals(path).first();
  const bytes = job && (await readBytes(account, job.id));
  return bytes ? new Blob([bytes], { type: job.type }) : null;
}

/** What of a job changes: how far it is, and for a video its post. */
export type JobChange = Partial<
  UploadProgress & Pick<Video, 'entity_id' | 'label'> & Pick<ProfilePicture, 'hosted_url'>
>;

/** False if the job was removed in the meantime. */
export const changeJob = async (account: string, id: string, part: JobChange): Promise<boolean> =>
  (await database(account).jobs.update(id, part)) > 0;

export async function removeJobs(account: string, ids: readonly string[]): Promise<void> {
  const db = database(account);
  await db.transaction('rw', db.jobs, db.bytes, async () => {
    await db.bytes.bulkDelete([...ids]);
    await db.jobs.bulkDelete([...ids]);
  });
  await noteFiles(account);
}

/** After something was deleted: whether anything is left to send. */
export async function noteFiles(account: string): Promise<void> {
  const { jobs, reports, former_ads } = database(account);
  const isAny = async () => (await jobs.count()) + (await reports.count()) + (await former_ads.count()) > 0;
  if (await isAny()) return;
  await removeKey(mediaKey(account));
  // Another tab may have stored one in between: without the key nobody would find it.
  if (await isAny()) await writeKey(mediaKey(account), true);
}

/** The number of files to send and their size in bytes. Zero if they cannot be read. */
export async function measureMedia(account: string): Promise<{
  count: number;
  bytes: number;
  /** Child-safety reports; their files are not in `count`. */
  reports: number;
  /** Of videos in drafts. */
  draftBytes: number;
}> {
  // Without any file, no database is made.
  const isAny = (await readKey(mediaKey(account)).catch(() => false)) === true;
  const { reports, former_ads } = database(account);
  const all = isAny ? await listJobs(account).catch(() => []) : [];
  const held = isAny ? await reports.toArray().catch(() => []) : [];
  const ads = isAny ? await former_ads.count().catch(() => 0) : 0;
  const jobs = all.filter(({ state }) => state !== 'draft');
  const sizeOf = (some: readonly { size: number }[]) => some.reduce((sum, { size }) => sum + size, 0);
  return {
    count: jobs.length + ads,
    bytes: sizeOf(jobs) + sizeOf(held.flatMap(({ files }) => files)),
    reports: held.length,
    draftBytes: sizeOf(all) - sizeOf(jobs),
  };
}

/** A log-out does not wait longer for a tab that keeps the database open: it is empty by then. */
const DELETE_PATIENCE_MS = 2000;

export async function dropMedia(account: string): Promise<void> {
  await removeKey(mediaKey(account));
  if (!(await Dexie.exists(mediaDatabase(account)).catch(() => false))) return;
  const found = database(account);
  await Promise.all([found.jobs.clear(), found.bytes.clear(), found.reports.clear(), found.former_ads.clear()]).catch(
    () => {},
  );
  databases.delete(account);
  found.close();
  await within(
    DELETE_PATIENCE_MS,
    Dexie.delete(mediaDatabase(account)).catch(() => {}),
  );
}
