import { useLiveQuery } from 'dexie-react-hooks';
import type { ReportFile, StoredReport } from '#data/media/media-row.ts';
import { listReports } from '#data/media/report-store.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import type { ReportProblem } from './mutations.ts';

export type KeptFile = Pick<ReportFile, 'path' | 'size' | 'sent' | 'state'>;

export interface KeptReport {
  id: string;
  /** Bytes, with its text. */
  size: number;
  sent: number;
  files: readonly KeptFile[];
  /** Why the server refused it; null while it waits. */
  problem: ReportProblem | null;
  /** It waits because the server failed. */
  isFailing: boolean;
}

function problemOf({ files, refused }: StoredReport): ReportProblem | null {
  if (refused !== null) return 'failed';
  const file = files.find(({ state }) => state === 'refused');
  if (!file) return null;
  return /bucket/i.test(file.error ?? '') ? 'bucket_missing' : 'files_failed';
}

async function readKept(account: string): Promise<KeptReport | null> {
  // Nothing else may be awaited here: the live query would no longer see what is read.
  const [found] = await listReports(account).catch(() => []);
  if (!found) return null;
  const { id, report, files, isFailing = false } = found;
  const text = JSON.stringify(report).length;
  return {
    id,
    size: files.reduce((sum, { size }) => sum + size, text),
    sent: files.reduce((sum, { sent }) => sum + sent, 0),
    files: files.toSorted((one, other) => one.path.localeCompare(other.path)),
    problem: problemOf(found),
    isFailing,
  };
}

/** The account of this page, and the report that waits for it; undefined until it was read. */
export function useKeptReport(): { account: string; kept: KeptReport | null | undefined } {
  const account = accountOf(useStore(sessionStore));
  return { account, kept: useLiveQuery(() => readKept(account), [account]) };
}
