import type { CsaeReport } from '#contract/forms.ts';

export type SendResult = { ok: true } | { ok: false; message: string };

const BUCKET = 'csae-report-files';

const NO_ANSWER: SendResult = { ok: false, message: '' };
const load = () => import('./supabase.ts').then(({ supabase }) => supabase());

/** Uploads an attachment that only staff can read. Succeeds too if an earlier attempt has already uploaded it. */
export async function uploadReportFile(path: string, file: File): Promise<SendResult> {
  try {
    // A Blob has no name: the member's own file name must not be sent.
    const content = new Blob([file], { type: file.type });
    const { error } = await (
      await load()
    ).storage
      .from(BUCKET)
      .upload(path, content, { contentType: file.type, upsert: false });
    if (!error) return { ok: true };
    const { status, statusCode, message } = error;
    if (status === undefined) return NO_ANSWER;
    const isThere = status === 409 || statusCode === '409' || /already exists|duplicate/i.test(message);
    return isThere ? { ok: true } : { ok: false, message };
  } catch {
    return NO_ANSWER;
  }
}

/** Files the report directly instead of through the outbox, because nothing of it may stay on this device. */
export async function fileCsaeReport(report: CsaeReport): Promise<SendResult> {
  try {
    const { error, status } = await (await load()).from('csae_reports').insert(report);
    // 409: an earlier attempt arrived and only its answer was lost. Any other 2xx than 201 is not PostgREST's.
    return status === 201 || status === 409 ? { ok: true } : { ok: false, message: error?.message ?? '' };
  } catch {
    return NO_ANSWER;
  }
}
