import { readKey } from '../device/kv.ts';
import { mediaKey } from './media-key.ts';

/** Sends the child-safety reports that wait on this device. Loads the code for it only if there are files. */
export async function sendReports(
  account: string,
  options: { signal?: AbortSignal; isUrgent?: boolean } = {},
): Promise<void> {
  if ((await readKey(mediaKey(account)).catch(() => false)) !== true) return;
  const { sendReportJobs } = await import('./report-lane.ts');
  await sendReportJobs(account, options).catch(console.debug);
}
