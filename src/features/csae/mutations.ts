import { v4 } from 'uuid';
import { REPORT_LIMITS } from '#contract/form-limits.ts';
import type { CsaeReport } from '#contract/forms.ts';
import { sendReports } from '#data/media/send-reports.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';

export interface ReportInput {
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

export interface KeptFields {
  fields: Omit<ReportInput, 'files'>;
  files: readonly File[];
}

export type Kept = { ok: true; id: string } | { ok: false; problem: ReportProblem };

const failed = (problem: ReportProblem): Kept => ({ ok: false, problem });

/** Stores a report on this device, from where it is sent. All attempts use its id, so that it is filed once. */
export async function submitReport({ files, ...fields }: ReportInput): Promise<Kept> {
  const id = v4();
  // Loaded on demand: most visits to the page only read it.
  const loaded = await Promise.all([import('#contract/forms.ts'), import('#data/media/report-store.ts')]).catch(
    () => null,
  );
  if (!loaded) return failed('failed');
  const [schemas, { holdReport }] = loaded;
  const storage_paths = files.map((file, index) => `${id}/${storedName(file, index)}`);
  const parsed = schemas.CsaeReport.safeParse({ id, ...fields, storage_paths } satisfies Record<
    keyof CsaeReport,
    unknown
  >);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = String(issue?.path[0]);
    if (field === 'description' && fields.description.length > REPORT_LIMITS.description) return failed('too_long');
    return failed(FIELD_PROBLEMS[field] ?? 'failed');
  }
  // A full device, or a file that was deleted since it was chosen.
  const isKept = await holdReport(account(), parsed.data, files).then(
    () => true,
    () => false,
  );
  return isKept ? { ok: true, id } : failed(files.length > 0 ? 'files_failed' : 'failed');
}

const account = (): string => accountOf(sessionStore.get());

/** Sends what waits. Resolves when it was filed or refused, or has to wait for a connection. */
export const sendKept = (): Promise<void> => sendReports(account(), { isUrgent: true });

export const isSent = async (id: string): Promise<boolean> =>
  !(await (await import('#data/media/report-store.ts')).isReportStored(account(), id));

export const discardReport = async (id: string): Promise<void> =>
  (await import('#data/media/report-store.ts')).dropReport(account(), id);

/** What a refused report says, to correct it. */
export async function takeReport(id: string): Promise<KeptFields | null> {
  const found = await (await import('#data/media/report-store.ts')).heldReport(account(), id);
  if (!found) return null;
  const { post_url, victim_username, description, reporter_email } = found.report;
  const fields = {
    post_url,
    victim_username: victim_username ?? '',
    description,
    reporter_email: reporter_email ?? '',
  };
  return { fields, files: found.files };
}
