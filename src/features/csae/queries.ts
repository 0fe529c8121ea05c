import { useLiveQuery } from 'dexie-react-hooks';
import type { ReportFile, StoredReport } from '#data/media/media-row.ts';
import { listReports } from '#data/media/report-store.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import type { ReportProblem } from './mutations.ts';

export type KeptFile = Pick<ReportFile, 'path' | 'size' | 'sent' | 'state'>;

export interface KeptReport {
  id: string;
  /** The address of the post. */
  about: string;
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

function toKept(stored: StoredReport): KeptReport {
  const { id, report, files, isFailing = false } = stored;
  const text = JSON.stringify(report).length;
  return {
    id,
    about: report.post_url,
    size: files.reduce((sum, { size }) => sum + size, text),
    sent: files.reduce((sum, { sent }) => sum + sent, 0),
    files: files.toSorted((one, other) => one.path.localeCompare(other.path)),
    problem: problemOf(stored),
    isFailing,
  };
}

// Nothing else may be awaited here: the live query would no longer see what is read.
const readKept = async (account: string): Promise<KeptReport[]> =>
  (await listReports(account).catch(() => [])).map(toKept);

/** The account of this page, and the reports that wait for it, oldest first; undefined until they were read. */
export function useKeptReports(): { account: string; kept: readonly KeptReport[] | undefined } {
  const account = accountOf(useStore(sessionStore));
  return { account, kept: useLiveQuery(() => readKept(account), [account]) };
}
