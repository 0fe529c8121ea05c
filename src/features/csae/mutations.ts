import { v4 } from 'uuid';
import { REPORT_LIMITS } from '#contract/form-limits.ts';
import type { CsaeReport } from '#contract/forms.ts';
import { fileCsaeReport, type SendResult, uploadReportFile } from '#data/remote/csae-report.ts';

export interface ReportInput {
  /** The id of the report. All attempts use the same one, so that a repeated report is filed once. */
  id: string;
  post_url: string;
  victim_username: string;
  description: string;
  reporter_email: string;
  files: readonly File[];
}

export type ReportProblem =
  | 'url_invalid'
  | 'description_missing'
  | 'email_invalid'
  | 'too_long'
  | 'too_many_files'
  | 'bucket_missing'
  | 'files_failed'
  | 'failed';

export const newReportId = (): string => v4();

const FIELD_PROBLEMS: Record<string, ReportProblem> = {
  post_url: 'url_invalid',
  victim_username: 'too_long',
  description: 'description_missing',
  reporter_email: 'email_invalid',
  storage_paths: 'too_many_files',
};

/** `clip 1.MOV` → `03.mov`: file names may identify the reporter. */
const storedName = (file: File, index: number): string => {
  const ending =
    /\.([A-Za-z0-9]{2,5})$/.exec(file.name)?.[1] ?? file.type.split('/')[1]?.replace(/\W/g, '').slice(0, 5);
  return `${String(index + 1).padStart(2, '0')}.${(ending ?? 'bin').toLowerCase()}`;
};

const isBucketMissing = (outcome: SendResult): boolean => !outcome.ok && /bucket/i.test(outcome.message);

/** Returns null when the report was filed. Attachments go first: the server rejects a report that names missing files. */
export async function submitReport({ id, files, ...fields }: ReportInput): Promise<ReportProblem | null> {
  // Loaded on demand: most visits to the page only read it.
  const schemas = await import('#contract/forms.ts').catch(() => null);
  if (!schemas) return 'failed';
  const storage_paths = files.map((file, index) => `${id}/${storedName(file, index)}`);
  const parsed = schemas.CsaeReport.safeParse({ id, ...fields, storage_paths } satisfies Record<
    keyof CsaeReport,
    unknown
  >);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = String(issue?.path[0]);
    if (field === 'description' && fields.description.length > REPORT_LIMITS.description) return 'too_long';
    return FIELD_PROBLEMS[field] ?? 'failed';
  }
  for (const [index, file] of files.entries()) {
    const outcome = await uploadReportFile(storage_paths[index] ?? '', file);
    if (!outcome.ok) return isBucketMissing(outcome) ? 'bucket_missing' : 'files_failed';
  }
  const outcome = await fileCsaeReport(parsed.data);
  return outcome.ok ? null : 'failed';
}
