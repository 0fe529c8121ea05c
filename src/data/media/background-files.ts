import { cacheSeconds } from '#contract/media.ts';
import { readKey } from '../device/kv.ts';
import { fileCsaeReport } from './csae-report.ts';
import { endpoints } from '../http/config.ts';
import { fetchAs } from '../http/request.ts';
import type { Tokens } from '../http/with-token.ts';
import { storedTokens } from '../session/stored-token.ts';
import { filesHeldKey, mediaDatabase, mediaKey, mediaLock, reportsLock } from './media-key.ts';
import { type MediaJob, REPORT_FILES } from './media-row.ts';

/*
 * Uploads files in the service worker after the page was closed. It speaks tus itself and reads the page's database directly: tus-js-client needs
 * XMLHttpRequest, which workers of this kind lack, and Dexie would make the worker four times as large.
 */

const CHUNK_BYTES = 6 * 1024 * 1024;
/** Browsers stop a worker soon after this. What has arrived of a part by then stays in Storage. */
const TIMEOUT_MS = 240_000;
const TUS = { 'tus-resumable': '1.0.0' };

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database failed.'));
  });

/** Null: there is none. It is never created here. */
function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => {
      const db = request.result;
      // A page upgrades or deletes it.
      db.onversionchange = () => db.close();
      resolve(db);
    };
    request.onerror = () => resolve(null);
  });
}

const toHeader = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${btoa(value)}`)
    .join(',');

interface Sender {
  db: IDBDatabase;
  tokens: Tokens;
}

/** False if the job was removed in the meantime. */
async function change(db: IDBDatabase, id: string, part: Partial<MediaJob>): Promise<boolean> {
  const store = db.transaction('jobs', 'readwrite').objectStore('jobs');
  const job = await asked<MediaJob | undefined>(store.get(id));
  if (job) await asked(store.put({ ...job, ...part }));
  return job !== undefined;
}

/** Each part of a file with the token of its own time: a large file takes longer than a token lives. */
const call = (url: string, tokens: Tokens, init: RequestInit): Promise<Response> =>
  fetchAs(tokens, url, {
    ...init,
    headers: { ...TUS, ...init.headers },
    redirect: 'error',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });

/** Where the upload is continued, or null if it has to be begun again. */
async function offsetAt(url: string, tokens: Tokens): Promise<number | null> {
  const response = await call(url, tokens, { method: 'HEAD' });
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN);
  return response.status === 200 && Number.isSafeInteger(offset) ? offset : null;
}

/** The address of a new upload; 'exists': the storage has the file. */
async function begin({ db, tokens }: Sender, job: MediaJob): Promise<{ url: string } | 'exists' | null> {
  const endpoint = `${endpoints().supabaseUrl}/storage/v1/upload/resumable`;
  const metadata = toHeader({
    ...{
      bucketName: job.bucket,
      objectName: job.path,
      contentType: job.picture.type,
      cacheControl: cacheSeconds(job.bucket),
    },
  });
  const headers = { 'upload-length': String(job.size), 'upload-metadata': metadata };
  const response = await call(endpoint, tokens, { method: 'POST', headers });
  // As in `tus-upload.ts`.
  if (response.status === 409 || response.status === 403)
    return /exists|duplicate/i.test(await response.text()) ? 'exists' : null;
  const place = response.headers.get('location');
  if (response.status !== 201 || place === null) return null;
  const url = new URL(place, endpoint).href;
  await change(db, job.id, { upload_url: url });
  return { url };
}

/** True if the storage has the whole file. A refusal is left to the page, which shows it. */
async function upload(sender: Sender, job: MediaJob): Promise<boolean> {
  const { db, tokens } = sender;
  const stored = await asked<{ bytes: ArrayBuffer } | undefined>(
    db.transaction('bytes').objectStore('bytes').get(job.id),
  );
  if (!stored) return true;
  const finish = async (): Promise<true> => {
    await change(db, job.id, { state: 'sent', sent: job.size, error: null, not_before: Date.now() });
    return true;
  };
  const reached = job.upload_url === null ? null : await offsetAt(job.upload_url, tokens);
  // The storage had every byte before. Only a new upload tells whether it has stored them: it is refused if the file exists.
  const isContinued = reached !== null && reached < job.size;
  const place = isContinued ? { url: job.upload_url ?? '' } : await begin(sender, job);
  if (place === null) return false;
  if (place === 'exists') return finish();
  const { url } = place;
  let offset = isContinued ? reached : 0;
  while (offset < job.size) {
    const body = stored.bytes.slice(offset, offset + CHUNK_BYTES);
    const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const response = await call(url, tokens, { method: 'PATCH', headers, body });
    const next = Number(response.headers.get('upload-offset') ?? Number.NaN);
    if (response.status !== 204 || !(next > offset)) return false;
    offset = next;
    // The member has cancelled it.
    if (!(await change(db, job.id, { sent: offset }))) return true;
  }
  return finish();
}

/** Network Information API, only in Chromium. */
const isWifi = (): boolean => (navigator as { connection?: { type?: string } }).connection?.type === 'wifi';

const isText = ({ picture }: MediaJob): boolean => picture.type === 'application/json';
const isDue = ({ state, isHosted }: MediaJob): boolean => !isHosted && (state === 'queued' || state === 'sending');

/** Files a report whose attachments are in, and deletes all of it from the device. */
async function fileReport({ db, tokens }: Sender, text: MediaJob, files: readonly MediaJob[]): Promise<boolean> {
  const stored = await asked<{ bytes: ArrayBuffer } | undefined>(
    db.transaction('bytes').objectStore('bytes').get(text.id),
  );
  if (!stored) return true;
  const outcome = await fileCsaeReport(stored.bytes, tokens);
  if (outcome.kind !== 'done') return outcome.kind === 'refused';
  const change = db.transaction(['jobs', 'bytes'], 'readwrite');
  for (const { id } of [...files, text]) {
    change.objectStore('jobs').delete(id);
    change.objectStore('bytes').delete(id);
  }
  return true;
}

const jobsIn = async (db: IDBDatabase): Promise<MediaJob[]> =>
  (await asked<MediaJob[]>(db.transaction('jobs').objectStore('jobs').getAll())).toSorted(
    (one, other) => one.created_at - other.created_at || one.position - other.position,
  );

/** True if nothing is left that this worker could send. Not the profile's and the ads' rows: the page writes those. */
async function sendAll(sender: Sender, isReports: boolean): Promise<boolean> {
  const ours = ({ bucket }: MediaJob) => (bucket === REPORT_FILES) === isReports;
  let isDone = true;
  for (const job of (await jobsIn(sender.db)).filter((each) => ours(each) && isDue(each) && !isText(each)))
    if (!(await upload(sender, job))) isDone = false;
  if (!isReports) return isDone;
  const jobs = (await jobsIn(sender.db)).filter(ours);
  for (const text of jobs.filter(isText)) {
    const files = jobs.filter(({ entity_id, id }) => entity_id === text.entity_id && id !== text.id);
    const isReady = isDue(text) && files.every(({ state }) => state === 'sent');
    if (isReady && !(await fileReport(sender, text, files))) isDone = false;
  }
  return isDone;
}

/** Sends the files of an account ('guest' for a visitor). 'later': not everything could be sent, or a page is sending. */
export async function sendFiles(account: string): Promise<'done' | 'later'> {
  if ((await readKey(mediaKey(account)).catch(() => false)) !== true || !navigator.locks) return 'done';
  const tokens: Tokens = account === 'guest' ? async () => null : storedTokens(account);
  const db = await openExisting(mediaDatabase(account));
  if (!db) return 'done';
  const savesData = (await readKey(filesHeldKey(account)).catch(() => false)) === true;
  // The page may have been closed on another network.
  const isHeld = savesData && !isWifi();
  const exclusively = (name: string, isReports: boolean) =>
    navigator.locks.request(name, { ifAvailable: true }, (lock) => lock !== null && sendAll({ db, tokens }, isReports));
  try {
    const reports = await exclusively(reportsLock(account), true);
    const files = isHeld || (await exclusively(mediaLock(account), false));
    return reports && files ? 'done' : 'later';
  } catch {
    return 'later';
  } finally {
    db.close();
  }
}
