import type { Transaction } from 'dexie';
import type { CsaeReport } from '#contract/forms.ts';
import type { Picture } from '#contract/media.ts';
import { type MediaJob, REPORT_FILES, type ReportFile, type StoredReport, type UploadProgress } from './media-row.ts';

/**
 * The upgrades of the database of files. In its first version each file was one form of job, and so were ads and
 * reports, distinguished by their values.
 */

/** A job of that version. */
interface FormerJob extends UploadProgress {
  id: string;
  bucket: string;
  path: string;
  entity_id: string;
  label: string;
  position: number;
  size: number;
  picture: Omit<Picture, 'bytes'>;
  seconds?: number;
  isHosted?: boolean;
  hosted_url?: string;
  created_at: number;
}

/** An ad, or a picture of one, with its bytes; `former-ads.ts` makes drafts of them. */
export interface FormerAdFile extends FormerJob {
  bytes: ArrayBuffer;
}

type Bytes = { id: string; bytes: ArrayBuffer };

const AD_ENTITY = /^ad[:-]/;

/** A page of that release, in another tab or after a rollback, also writes such jobs after the upgrade. */
export const isFormer = (job: object): boolean => !('kind' in job);

/** To version 2. */
export async function moveFormerAds(tx: Transaction): Promise<void> {
  const [jobs, bytes] = [tx.table<FormerJob>('jobs'), tx.table<Bytes>('bytes')];
  for (const job of await jobs.filter(({ entity_id }) => AD_ENTITY.test(entity_id)).toArray()) {
    const stored = await bytes.get(job.id);
    if (stored) await tx.table<FormerAdFile>('former_ads').put({ ...job, bytes: stored.bytes });
    await Promise.all([jobs.delete(job.id), bytes.delete(job.id)]);
  }
}

function toJob({ bucket, entity_id, position, picture, seconds = 0, isHosted = false, ...job }: FormerJob): MediaJob {
  const { type, name, width, height, located } = picture;
  if (bucket === 'public-videos')
    return { ...job, kind: 'video', bucket, type, entity_id, seconds, picture: { name, width, height, located } };
  if (bucket === 'public-media') {
    const field = entity_id === 'banner_url' ? 'banner_url' : 'profile_image_url';
    return { ...job, kind: 'profile_picture', bucket, type, field, isHosted };
  }
  const known = bucket === 'comment-images' ? bucket : 'post-images';
  return { ...job, kind: 'post_file', bucket: known, type, entity_id, position, picture };
}

const isReportText = ({ picture }: FormerJob): boolean => picture.type === 'application/json';

const toReportFile = ({ path, picture, size, state, sent, upload_url, failures, error }: FormerJob): ReportFile => ({
  ...{ path, type: picture.type, size, sent, upload_url, failures, error },
  state: state === 'draft' ? 'queued' : state,
});

/** To version 3. */
export async function separateReports(tx: Transaction): Promise<void> {
  const [jobs, bytes] = [tx.table<FormerJob | MediaJob>('jobs'), tx.table<Bytes>('bytes')];
  const former = (await jobs.toArray()).filter(isFormer) as FormerJob[];
  const ofReports = former.filter(({ bucket }) => bucket === REPORT_FILES);
  for (const text of ofReports.filter(isReportText)) {
    const stored = await bytes.get(text.id);
    if (!stored) continue;
    const files = ofReports.filter((job) => job.entity_id === text.entity_id && !isReportText(job));
    await tx.table<StoredReport>('reports').put({
      id: text.entity_id,
      report: JSON.parse(new TextDecoder().decode(stored.bytes)) as CsaeReport,
      // Their bytes stay: the id of each is its path.
      files: files.toSorted((one, other) => one.position - other.position).map(toReportFile),
      refused: text.state === 'refused' ? (text.error ?? '') : null,
      ...{ failures: 0, not_before: 0, created_at: text.created_at },
    });
    await bytes.delete(text.id);
  }
  await jobs.bulkDelete(ofReports.map(({ id }) => id));
  await jobs.bulkPut(former.filter(({ bucket }) => bucket !== REPORT_FILES).map(toJob));
}
