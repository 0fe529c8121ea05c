import { useLiveQuery } from 'dexie-react-hooks';
import type { MediaJob } from '#data/media/media-row.ts';
import { listJobs } from '#data/media/media-store.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import type { ReportProblem } from './mutations.ts';

/** An attachment of it. */
export interface KeptFile {
  /** In the bucket. */
  path: string;
  size: number;
  sent: number;
  state: MediaJob['state'];
}

/** A report that waits on this device. */
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

const isText = ({ picture }: MediaJob): boolean => picture.type === 'application/json';

function problemOf(jobs: readonly MediaJob[]): ReportProblem | null {
  const refused = jobs.find(({ state }) => state === 'refused');
  if (!refused) return null;
  if (isText(refused)) return 'failed';
  return /bucket/i.test(refused.error ?? '') ? 'bucket_missing' : 'files_failed';
}

async function readKept(account: string): Promise<KeptReport | null> {
  // Nothing else may be awaited here: the live query would no longer see what is read.
  const all = (await listJobs(account).catch(() => [])).filter(({ bucket }) => bucket === 'csae-report-files');
  const id = all[0]?.entity_id;
  if (id === undefined) return null;
  const jobs = all.filter(({ entity_id }) => entity_id === id);
  const sum = (value: (job: MediaJob) => number) => jobs.reduce((total, job) => total + value(job), 0);
  const files = jobs
    .filter((job) => !isText(job))
    .map(({ path, size, sent, state }) => ({ path, size, sent, state }))
    .toSorted((one, other) => one.path.localeCompare(other.path));
  const isFailing = jobs.some((job) => job.isFailing === true && job.state !== 'sent');
  return {
    id,
    size: sum(({ size }) => size),
    sent: sum(({ sent }) => sent),
    files,
    problem: problemOf(jobs),
    isFailing,
  };
}

/** The account of this page, and the report that waits for it; undefined until it was read. */
export function useKeptReport(): { account: string; kept: KeptReport | null | undefined } {
  const account = accountOf(useStore(sessionStore));
  return { account, kept: useLiveQuery(() => readKept(account), [account]) };
}
