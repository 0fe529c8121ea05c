import { backoffMs, isPaused } from '#lib/backoff.ts';
import { isAboutToken } from '../http/answers.ts';
import { fileCsaeReport } from './csae-report.ts';
import { endpoints } from '../http/config.ts';
import { memberToken } from '../session/tokens.ts';
import type { Tokens } from '../http/with-token.ts';
import { readBytes, upgradeFormerJobs } from './media-store.ts';
import { reportsLock } from './media-key.ts';
import { REPORT_FILES, type ReportFile, type StoredReport, type UploadOutcome } from './media-row.ts';
import { changeReport, changeReportFile, dropReport, listReports } from './report-store.ts';

interface SendOptions {
  signal?: AbortSignal;
  /** No pause after a failure. */
  isUrgent?: boolean;
}

interface Sender {
  account: string;
  tokens: Tokens;
  signal: AbortSignal;
}

/** Progress is stored at most this often. */
const PROGRESS_MS = 500;

/** Sends an account's or guest's reports, also with data saver: the member asked for it. Waits for another tab. */
export async function sendReportJobs(account: string, { signal, isUrgent = false }: SendOptions): Promise<void> {
  const sender: Sender = {
    account,
    tokens: async (refused) => (account === 'guest' ? null : memberToken(account, refused)),
    signal: signal ?? new AbortController().signal,
  };
  const work = async () => {
    await upgradeFormerJobs(account);
    for (const report of await listReports(account)) {
      const isRefused = report.refused !== null || report.files.some(isRefusedFile);
      if (isRefused || sender.signal.aborted || (isPaused(report.not_before) && !isUrgent)) continue;
      await sendReport(sender, report);
    }
  };
  await (navigator.locks ? navigator.locks.request(reportsLock(account), work) : work());
}

/** Not one that a former release took for refused although only the token was. */
const isRefusedFile = ({ state, error }: ReportFile): boolean => state === 'refused' && !isAboutToken(error ?? '');

async function sendReport(sender: Sender, { id, report, files, failures }: StoredReport): Promise<void> {
  const { account } = sender;
  const later = ({ isFailing = false }: { isFailing?: boolean }) =>
    changeReport(account, id, {
      failures: failures + 1,
      not_before: Date.now() + backoffMs(failures + 1, { baseMs: 2000 }),
      isFailing,
    });
  for (const file of files) {
    if (file.state === 'sent') continue;
    const outcome = await sendFile(sender, id, file);
    if (outcome.kind === 'later') return void (await later(outcome));
    // Evidence has no row to wait for, so the first refusal is final.
    const part: Partial<ReportFile> =
      outcome.kind === 'done'
        ? { state: 'sent', sent: file.size, error: null }
        : { state: 'refused', error: outcome.message };
    // It was discarded.
    if (!(await changeReportFile(account, id, file.path, part)) || outcome.kind !== 'done') return;
  }
  const outcome = await fileCsaeReport(report, sender.tokens);
  if (outcome.kind === 'done') await dropReport(account, id);
  else if (outcome.kind === 'later') await later(outcome);
  else await changeReport(account, id, { refused: outcome.message });
}

async function sendFile({ account, tokens, signal }: Sender, id: string, file: ReportFile): Promise<UploadOutcome> {
  const bytes = await readBytes(account, file.path);
  if (!bytes) return { kind: 'refused', message: '' };
  const change = (part: Partial<ReportFile>) => changeReportFile(account, id, file.path, part);
  // Upload code is not installed: a static import would stop the screen from opening offline.
  const { uploadResumable } = await import('./tus-upload.ts');
  await change({ state: 'sending' });
  const { supabaseUrl, publishableKey } = endpoints();
  const discarded = new AbortController();
  let stored = 0;
  const outcome = await uploadResumable({
    job: { ...file, bucket: REPORT_FILES },
    ...{ bytes, publishableKey, tokens, endpoint: `${supabaseUrl}/storage/v1/upload/resumable` },
    signal: AbortSignal.any([signal, discarded.signal]),
    onStarted: (upload_url) => void change({ upload_url }),
    onConfirmed() {},
    onProgress(sent) {
      if (Date.now() - stored < PROGRESS_MS) return;
      stored = Date.now();
      void change({ sent }).then((isWanted) => isWanted || discarded.abort());
    },
  });
  if (outcome.kind === 'later') await change({ state: 'queued', failures: file.failures + 1 });
  return outcome;
}
