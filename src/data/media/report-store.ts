import type { CsaeReport } from '#contract/forms.ts';
import { registerSync } from '../outbox/register-sync.ts';
import { mediaTables, noteFiles, readBytes, storeWithRoom } from './media-store.ts';
import type { ReportFile, StoredReport } from './media-row.ts';

/** Oldest first. */
export const listReports = (account: string): Promise<StoredReport[]> =>
  mediaTables(account).reports.orderBy('created_at').toArray();

/** Stores a report with its files, unchanged: metadata may be evidence. Replaces a refused one. */
export async function holdReport(account: string, report: CsaeReport, files: readonly Blob[]): Promise<void> {
  const contents = await Promise.all(
    files.map(async (file, index) => ({
      // The name of the member's own file is not kept.
      path: report.storage_paths[index] ?? '',
      type: file.type,
      bytes: await file.arrayBuffer(),
    })),
  );
  const fresh = { state: 'queued', sent: 0, upload_url: null, failures: 0, error: null } as const;
  const stored: StoredReport = {
    id: report.id,
    report,
    files: contents.map(({ bytes, ...file }) => ({ ...file, size: bytes.byteLength, ...fresh })),
    ...{ refused: null, failures: 0, not_before: 0, created_at: Date.now() },
  };
  const before = await listReports(account);
  const { db, bytes, reports } = mediaTables(account);
  await storeWithRoom(account, () =>
    db.transaction('rw', bytes, reports, async () => {
      await bytes.bulkPut(contents.map(({ path, bytes: content }) => ({ id: path, bytes: content })));
      await reports.put(stored);
    }),
  );
  // A visitor may close the page at once, and has no queue that would do this.
  void registerSync().catch(() => {});
  for (const { id } of before) await dropReport(account, id);
}

/** The report and its files, to correct it. Null if it was filed or discarded. */
export async function heldReport(account: string, id: string): Promise<{ report: CsaeReport; files: File[] } | null> {
  const found = await mediaTables(account).reports.get(id);
  if (!found) return null;
  const files = await Promise.all(
    found.files.map(async ({ path, type }) => new File([(await readBytes(account, path)) ?? ''], path, { type })),
  );
  return { report: found.report, files };
}

export const isReportStored = async (account: string, id: string): Promise<boolean> =>
  (await mediaTables(account).reports.get(id)) !== undefined;

export async function dropReport(account: string, id: string): Promise<void> {
  const { db, bytes, reports } = mediaTables(account);
  await db.transaction('rw', bytes, reports, async () => {
    const found = await reports.get(id);
    await bytes.bulkDelete(found?.files.map(({ path }) => path) ?? []);
    await reports.delete(id);
  });
  await noteFiles(account);
}

/** False if it was discarded in the meantime. */
export const changeReport = async (account: string, id: string, part: Partial<StoredReport>): Promise<boolean> =>
  (await mediaTables(account).reports.update(id, part)) > 0;

/** The same for one of its files. */
export const changeReportFile = async (
  account: string,
  id: string,
  path: string,
  part: Partial<ReportFile>,
): Promise<boolean> =>
  (await mediaTables(account)
    .reports.where('id')
    .equals(id)
    .modify((report) => {
      report.files = report.files.map((file) => (file.path === path ? { ...file, ...part } : file));
    })) > 0;
