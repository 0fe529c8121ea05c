import type { CsaeReport } from '#contract/forms.ts';
import { fileCsaeReport } from './csae-report.ts';
import { endpoints } from '../http/config.ts';
import { memberToken } from '../session/tokens.ts';
import { registerSync } from '../outbox/register-sync.ts';
import type { Readiness } from './lane.ts';
import { jobsOf, listJobs, type NewFile, readBytes, removeJobs, storeFiles } from './media-store.ts';
import { reportsLock } from './media-key.ts';
import { type MediaJob, REPORT_FILES } from './media-row.ts';
import type { UploadCall } from './tus-upload.ts';

/*
 * A child-safety report waits on the device until it was filed. Its attachments are jobs of the media lane, and so is its text, which is the last
 * one: the server refuses a report whose files are not there. All of them are deleted together.
 */

const TEXT_TYPE = 'application/json';

export const isReport = ({ bucket }: Pick<MediaJob, 'bucket'>): boolean => bucket === REPORT_FILES;
export const isReportText = ({ bucket, picture }: Pick<MediaJob, 'bucket' | 'picture'>): boolean =>
  bucket === REPORT_FILES && picture.type === TEXT_TYPE;

/** Stores a report with its files, in the order of `storage_paths`. They are sent as they are: metadata may be evidence. Replaces a refused report. */
export async function holdReport(account: string, report: CsaeReport, files: readonly Blob[]): Promise<void> {
  const created_at = Date.now();
  const toFile = (name: string, type: string, bytes: ArrayBuffer, position: number): NewFile => {
    // The name of the member's own file is not kept.
    const picture = { id: '', name: '', type, width: 0, height: 0, preview: '', alt: '', located: false };
    const job = { id: name, bucket: REPORT_FILES, path: name, entity_id: report.id, label: '', position } as const;
    return { job: { ...job, size: bytes.byteLength, picture, created_at }, bytes };
  };
  const held = await Promise.all(
    files.map(async (file, index) =>
      toFile(report.storage_paths[index] ?? '', file.type, await file.arrayBuffer(), index),
    ),
  );
  const text = toFile(`${report.id}/text`, TEXT_TYPE, new TextEncoder().encode(JSON.stringify(report)).buffer, 99);
  const before = (await listJobs(account)).filter(isReport).map(({ id }) => id);
  await storeFiles(account, [...held, text]);
  // A visitor may close the page at once, and has no queue that would do this.
  void registerSync().catch(() => {});
  if (before.length > 0) await removeJobs(account, before);
}

/** The report and its files, to correct it. Null if it was filed or discarded. */
export async function heldReport(account: string, id: string): Promise<{ report: CsaeReport; files: File[] } | null> {
  const jobs = await jobsOf(account, id);
  const read = await Promise.all(
    jobs.map(async (job) => ({ job, bytes: (await readBytes(account, job.id)) ?? new ArrayBuffer() })),
  );
  const text = read.find(({ job }) => isReportText(job));
  if (!text) return null;
  const report = JSON.parse(new TextDecoder().decode(text.bytes)) as CsaeReport;
  const files = read.filter(({ job }) => !isReportText(job));
  return { report, files: files.map(({ job, bytes }) => new File([bytes], job.path, { type: job.picture.type })) };
}

export const isHeld = async (account: string, id: string): Promise<boolean> => (await jobsOf(account, id)).length > 0;

export const dropReport = async (account: string, id: string): Promise<void> =>
  removeJobs(
    account,
    (await jobsOf(account, id)).map((job) => job.id),
  );

const readiness =
  (account: string) =>
  async (job: MediaJob): Promise<Readiness> => {
    const jobs = await jobsOf(account, job.entity_id);
    const text = jobs.find(isReportText);
    if (!text) return 'gone';
    if (text.state === 'sent') return 'done';
    if (jobs.some(({ state }) => state === 'refused')) return 'wait';
    return job.id !== text.id || jobs.every(({ id, state }) => id === text.id || state === 'sent') ? 'ready' : 'wait';
  };

/** Loaded on demand: the code for uploads is not installed, so a screen that imports it does not open offline. */
const loadLane = () => Promise.all([import('./lane.ts'), import('./tus-upload.ts')]);

interface SendOptions {
  signal?: AbortSignal;
  isUrgent?: boolean;
}

/** Sends the reports of an account, or of a guest. Not held back by data saver: the member has just asked for it. Does what another tab has begun after it. */
export async function sendReportJobs(account: string, { signal, isUrgent = false }: SendOptions): Promise<void> {
  const { supabaseUrl, publishableKey } = endpoints();
  const [{ runLane }, { uploadResumable }] = await loadLane();
  /** Files the report when its turn comes, and uploads an attachment otherwise. */
  const upload = (call: UploadCall) =>
    call.job.picture.type === TEXT_TYPE ? fileCsaeReport(call.bytes, call.tokens) : uploadResumable(call);
  const work = async () => {
    const send = () =>
      runLane({
        account,
        isOurs: isReport,
        readiness: readiness(account),
        postOf: async () => null,
        isAbandoned: async () => false,
        tokens: async (refused) => (account === 'guest' ? null : memberToken(account, refused)),
        mayUpload: () => true,
        upload,
        endpoint: `${supabaseUrl}/storage/v1/upload/resumable`,
        publishableKey,
        signal: signal ?? new AbortController().signal,
        isUrgent,
      });
    await send();
    // Deletes what was filed.
    if ((await listJobs(account)).some((job) => isReportText(job) && job.state === 'sent')) await send();
  };
  await (navigator.locks ? navigator.locks.request(reportsLock(account), work) : work());
}
