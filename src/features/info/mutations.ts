import { v4 } from 'uuid';
import { REPORT_LIMITS } from '#contract/form-limits.ts';
import type { ContactMessage, CsaeReport } from '#contract/forms.ts';
import { fileCsaeReport, type Outcome, sendContact, uploadReportFile } from '#data/remote/support.ts';

export type ContactProblem = 'incomplete' | 'too_long' | 'email_invalid' | 'offline' | 'failed';

/** Loaded when first used: who only reads these pages needs no validator. */
const loadShapes = () => import('#contract/forms.ts');

/** Null: it was sent. */
export async function sendContactMessage(input: ContactMessage): Promise<ContactProblem | null> {
  const shapes = await loadShapes().catch(() => null);
  if (!shapes) return 'offline';
  const parsed = shapes.ContactMessage.safeParse(input);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ message }) => message);
    if (problems.includes('incomplete')) return 'incomplete';
    return problems.includes('too_long') ? 'too_long' : 'email_invalid';
  }
  const reply = await sendContact(parsed.data);
  if (reply.ok) return null;
  return reply.status === 0 ? 'offline' : 'failed';
}

export interface ReportInput {
  /** Names the report for all tries, so that a repeated one is filed once. */
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

/** `clip 1.MOV` → `03.mov`: names of files may tell who reports. */
const storedName = (file: File, index: number): string => {
  const ending =
    /\.([A-Za-z0-9]{2,5})$/.exec(file.name)?.[1] ?? file.type.split('/')[1]?.replace(/\W/g, '').slice(0, 5);
  return `${String(index + 1).padStart(2, '0')}.${(ending ?? 'bin').toLowerCase()}`;
};

const isBucketMissing = (outcome: Outcome): boolean => !outcome.ok && /bucket/i.test(outcome.message);

/** Null: it was filed. Attachments first: a report that names files which are not there would be refused. */
export async function submitReport({ id, files, ...fields }: ReportInput): Promise<ReportProblem | null> {
  const shapes = await loadShapes().catch(() => null);
  if (!shapes) return 'failed';
  const storage_paths = files.map((file, index) => `${id}/${storedName(file, index)}`);
  const parsed = shapes.CsaeReport.safeParse({ id, ...fields, storage_paths } satisfies Record<
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
