import { cacheSeconds } from '#contract/media.ts';
import { readKey } from '../device/kv.ts';
import { fileCsaeReport } from './csae-report.ts';
import { endpoints } from '../http/config.ts';
import { fetchAs } from '../http/request.ts';
import type { Tokens } from '../http/with-token.ts';
import { storedTokens } from '../session/stored-token.ts';
import { filesDeferredKey, mediaDatabase, mediaKey, mediaLock, reportsLock } from './media-key.ts';
import { type MediaJob, REPORT_FILES, type ReportFile, type StoredReport, type UploadedFile } from './media-row.ts';

/*
 * Uploads files in the service worker after the page was closed. Implements tus with fetch and reads the page's
 * database directly: tus-js-client needs XMLHttpRequest, which workers of this kind lack, and Dexie would make the
 * worker four times as large.
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

/** Changes a row of this table. False if it was removed in the meantime. */
async function change<Row extends { id: string }>(
  db: IDBDatabase,
  table: 'jobs' | 'reports',
  id: string,
  changed: (row: Row) => Partial<Row>,
): Promise<boolean> {
  const store = db.transaction(table, 'readwrite').objectStore(table);
  const row = await asked<Row | undefined>(store.get(id));
  if (row) await asked(store.put({ ...row, ...changed(row) }));
  return row !== undefined;
}

/** A file to send: a job, or one of a report. */
interface Source extends Omit<UploadedFile, 'failures'> {
  /** Of its bytes. */
  id: string;
  size: number;
  /** Stores how far it is. False if it was removed in the meantime. */
  store(part: Partial<Pick<MediaJob, 'state' | 'sent' | 'upload_url' | 'error'>>): Promise<boolean>;
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
async function begin({ tokens }: Sender, file: Source): Promise<{ url: string } | 'exists' | null> {
  const endpoint = `${endpoints().supabaseUrl}/storage/v1/upload/resumable`;
  const metadata = toHeader({
    ...{
      bucketName: file.bucket,
      objectName: file.path,
      contentType: file.type,
      cacheControl: cacheSeconds(file.bucket),
    },
  });
  const headers = { 'upload-length': String(file.size), 'upload-metadata': metadata };
  const response = await call(endpoint, tokens, { method: 'POST', headers });
  // As in `tus-upload.ts`.
  if (response.status === 409 || response.status === 403)
    return /exists|duplicate/i.test(await response.text()) ? 'exists' : null;
  const place = response.headers.get('location');
  if (response.status !== 201 || place === null) return null;
  const url = new URL(place, endpoint).href;
  await file.store({ upload_url: url });
  return { url };
}

/** True if the storage has the whole file. A refusal is left to the page, which shows it. */
async function upload(sender: Sender, file: Source): Promise<boolean> {
  const { db, tokens } = sender;
  const stored = await asked<{ bytes: ArrayBuffer } | undefined>(
    db.transaction('bytes').objectStore('bytes').get(file.id),
  );
  if (!stored) return true;
  const finish = async (): Promise<true> => {
    await file.store({ state: 'sent', sent: file.size, error: null });
    return true;
  };
  const reached = file.upload_url === null ? null : await offsetAt(file.upload_url, tokens);
  // The storage had every byte. Only a new upload shows whether it was stored: it is refused if so.
  const isContinued = reached !== null && reached < file.size;
  const place = isContinued ? { url: file.upload_url ?? '' } : await begin(sender, file);
  if (place === null) return false;
  if (place === 'exists') return finish();
  const { url } = place;
  let offset = isContinued ? reached : 0;
  while (offset < file.size) {
    const body = stored.bytes.slice(offset, offset + CHUNK_BYTES);
    const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const response = await call(url, tokens, { method: 'PATCH', headers, body });
    const next = Number(response.headers.get('upload-offset') ?? Number.NaN);
    if (response.status !== 204 || !(next > offset)) return false;
    offset = next;
    // The member has cancelled it.
    if (!(await file.store({ sent: offset }))) return true;
  }
  return finish();
}

/** Network Information API, only in Chromium. */
const isWifi = (): boolean => (navigator as { connection?: { type?: string } }).connection?.type === 'wifi';

/** All rows of a table, oldest first. */
const rowsIn = async <Row extends { created_at: number }>(db: IDBDatabase, table: 'jobs' | 'reports'): Promise<Row[]> =>
  (await asked<Row[]>(db.transaction(table).objectStore(table).getAll())).toSorted(
    (one, other) => one.created_at - other.created_at,
  );

/** A page upgrades those of a former release. */
const isUnsent = (job: MediaJob): boolean =>
  'kind' in job &&
  (job.state === 'queued' || job.state === 'sending') &&
  !(job.kind === 'profile_picture' && job.isHosted);

/** True if nothing is left that this worker could send. Not the profile's row: the page writes it. */
async function sendJobs(sender: Sender): Promise<boolean> {
  const { db } = sender;
  let isDone = true;
  for (const job of (await rowsIn<MediaJob>(db, 'jobs')).filter(isUnsent)) {
    // Of a sent file it says since when.
    const store: Source['store'] = (part) =>
      change<MediaJob>(db, 'jobs', job.id, () => ({
        ...part,
        ...(part.state === 'sent' && { not_before: Date.now() }),
      }));
    if (!(await upload(sender, { ...job, store }))) isDone = false;
  }
  return isDone;
}

function drop(db: IDBDatabase, { id, files }: StoredReport): void {
  const tx = db.transaction(['reports', 'bytes'], 'readwrite');
  for (const { path } of files) tx.objectStore('bytes').delete(path);
  tx.objectStore('reports').delete(id);
}

const isRefused = ({ refused, files }: StoredReport): boolean =>
  refused !== null || files.some(({ state }) => state === 'refused');

/** Files the reports whose attachments are in, and deletes them from the device. True as above. */
async function fileReports(sender: Sender): Promise<boolean> {
  const { db, tokens } = sender;
  let isDone = true;
  for (const report of (await rowsIn<StoredReport>(db, 'reports')).filter((each) => !isRefused(each))) {
    let hasAll = true;
    for (const file of report.files.filter(({ state }) => state !== 'sent')) {
      const store: Source['store'] = (part) =>
        change<StoredReport>(db, 'reports', report.id, ({ files }) => ({
          files: files.map((each): ReportFile =>
            each.path === file.path ? { ...each, ...(part as Partial<ReportFile>) } : each,
          ),
        }));
      hasAll = (await upload(sender, { ...file, id: file.path, bucket: REPORT_FILES, store })) && hasAll;
    }
    const outcome = hasAll ? await fileCsaeReport(report.report, tokens) : null;
    if (outcome?.kind === 'done') drop(db, report);
    // A refusal is left to the page.
    else if (outcome?.kind !== 'refused') isDone = false;
  }
  return isDone;
}

/** Sends an account's files ('guest': a visitor's). 'later': some are left, or a page is sending. */
export async function sendFiles(account: string): Promise<'done' | 'later'> {
  if ((await readKey(mediaKey(account)).catch(() => false)) !== true || !navigator.locks) return 'done';
  const tokens: Tokens = account === 'guest' ? async () => null : storedTokens(account);
  const db = await openExisting(mediaDatabase(account));
  if (!db) return 'done';
  const savesData = (await readKey(filesDeferredKey(account)).catch(() => false)) === true;
  // The page may have been closed on another network.
  const isDeferred = savesData && !isWifi();
  const exclusively = (name: string, send: (sender: Sender) => Promise<boolean>) =>
    navigator.locks.request(name, { ifAvailable: true }, (lock) => lock !== null && send({ db, tokens }));
  try {
    // A page of this release has not opened it yet, and brings it to its form.
    if (!db.objectStoreNames.contains('reports')) return 'later';
    const reports = await exclusively(reportsLock(account), fileReports);
    const files = isDeferred || (await exclusively(mediaLock(account), sendJobs));
    return reports && files ? 'done' : 'later';
  } catch {
    return 'later';
  } finally {
    db.close();
  }
}
