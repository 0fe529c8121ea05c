import { backoffMs, isPaused } from '#lib/backoff.ts';
import { changeJob, listJobs, readBytes, removeJobs, upgradeFormerJobs } from './media-store.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import type { MediaJob, UploadOutcome, Video } from './media-row.ts';
import type { Tokens } from '../http/with-token.ts';
import { isAboutToken } from '../http/answers.ts';
import type { UploadCall } from './tus-upload.ts';

/** wait: its post is not on the server yet; done: everybody sees it; gone: it was discarded or removed. */
export type Readiness = 'wait' | 'ready' | 'done' | 'gone';

export interface LaneParts {
  account: string;
  readiness(job: MediaJob): Promise<Readiness>;
  /** The post that shows this video. */
  postOf(job: Video): Promise<{ id: string; label: string } | null>;
  /** No draft has this video. */
  isAbandoned(job: Video): Promise<boolean>;
  /** The owner's. They throw if there is none; a guest has none. */
  tokens: Tokens;
  /** False on data saver, until there is Wi-Fi or the member starts it. */
  mayUpload(): boolean;
  upload(call: UploadCall, job: MediaJob): Promise<UploadOutcome>;
  /** Asks the server to look at sent files that others do not see yet. */
  checkSent?(jobs: readonly MediaJob[]): void;
  endpoint: string;
  publishableKey: string;
  signal: AbortSignal;
  /** The member asks for it, or the network has returned: no pause. */
  isUrgent?: boolean;
}

/**
 * Files sent at the same time, and their bytes in memory: a poor connection needs several round trips per file. More
 * would take all six connections of HTTP/1.1.
 */
const CONCURRENT = { files: 3, bytes: 20_000_000 };
/** Progress is stored at most this often. */
const PROGRESS_MS = 500;
/** How soon it is checked whether a complete file can leave this device, and how late. */
const CONFIRM_MS = { least: 2000, most: 600_000 };
/** A post that the server does not know although it has synced: after these many attempts the member must decide. */
const MAX_ABSENT = 6;

/** Uploads files whose post is on the server, in order. Returns when to call again; Infinity: after a change. */
export async function runLane(parts: LaneParts): Promise<number> {
  const { account, signal, isUrgent = false } = parts;
  const settled: string[] = [];
  const uploads = limitConcurrency(CONCURRENT);
  await upgradeFormerJobs(account);
  for (const stored of await listJobs(account)) {
    if (signal.aborted) break;
    const job =
      stored.kind === 'video' && stored.state === 'draft'
        ? await takeVideo(parts, stored)
        : await unrefused(account, stored);
    if (!job) continue;
    const readiness = await parts.readiness(job);
    // Its post was taken back to a draft.
    if (readiness === 'gone' && job.kind === 'video' && !(await parts.isAbandoned(job)))
      await changeJob(account, job.id, { state: 'draft', entity_id: '' });
    else if (readiness === 'done' || readiness === 'gone') settled.push(job.id);
    const isUnsent = job.state === 'queued' || job.state === 'sending';
    if (readiness !== 'ready' || !isUnsent || !parts.mayUpload()) continue;
    if (isPaused(job.not_before) && !isUrgent) continue;
    // Without a connection the other files would fail in the same way.
    if (!(await uploads.start(job.size, (onAnswer) => uploadJob(parts, job, onAnswer)))) break;
  }
  await uploads.end();
  if (settled.length > 0) await removeJobs(account, settled);
  const left = await listJobs(account);
  const waiting = left.filter(({ state, not_before }) => (state === 'queued' || state === 'sending') && not_before > 0);
  const unconfirmed = left.filter(({ state }) => state === 'sent');
  // The embedded storage looks at a file before it stores it: the post is confirmed before this is due.
  const unseen = left.filter(
    ({ state, not_before }) => state === 'sent' && Date.now() - not_before >= CONFIRM_MS.least,
  );
  if (unseen.length > 0) parts.checkSent?.(unseen);
  return Math.min(...waiting.map(({ not_before }) => not_before), ...unconfirmed.map(confirmAt));
}

/** After as long as it has waited already: a post can wait for days for a file that the member has to decide on. */
const confirmAt = ({ not_before: sentAt }: MediaJob): number =>
  Date.now() + Math.min(CONFIRM_MS.most, Math.max(CONFIRM_MS.least, Date.now() - sentAt));

/** A job that a former release took for refused although only the token was: it is due again. */
async function unrefused(account: string, job: MediaJob): Promise<MediaJob> {
  if (job.state !== 'refused' || !isAboutToken(job.error ?? '')) return job;
  const part = { state: 'queued', error: null, failures: 0, not_before: 0 } as const;
  await changeJob(account, job.id, part);
  return { ...job, ...part };
}

/** A draft video unused for this long is orphaned. */
const DRAFT_PATIENCE_MS = 10 * 60_000;

/**
 * The job of a video that a post shows now. A video of up to 100 MB is stored once, when chosen; the post is found by
 * its address, so a page closed in between loses nothing.
 */
async function takeVideo(parts: LaneParts, job: Video): Promise<Video | null> {
  const { account } = parts;
  const post = await parts.postOf(job);
  if (post) {
    const part = { state: 'queued', entity_id: post.id, label: post.label } as const;
    await changeJob(account, job.id, part);
    return { ...job, ...part };
  }
  const isOld = Date.now() - job.created_at > DRAFT_PATIENCE_MS;
  if (isOld && (await parts.isAbandoned(job))) await removeJobs(account, [job.id]);
  return null;
}

/** False: the network or the server is not available. */
async function uploadJob(parts: LaneParts, job: MediaJob, onAnswer: () => void): Promise<boolean> {
  const { account } = parts;
  const bytes = await readBytes(account, job.id);
  if (!bytes) {
    await changeJob(account, job.id, { state: 'refused', error: '' });
    return true;
  }
  await changeJob(account, job.id, { state: 'sending' });
  const { outcome, sent, confirmed } = await attempt(parts, job, bytes, onAnswer);
  // A connection that drops often but makes progress is not failing: short pauses. Trust only the server's offset.
  const hasMoved = confirmed > (job.confirmed ?? -1);
  const failures = hasMoved ? 1 : job.failures + 1;
  const not_before = Date.now() + backoffMs(failures, { baseMs: hasMoved ? 500 : 2000 });
  const later = {
    state: 'queued',
    failures,
    not_before,
    sent: Math.max(sent, job.sent),
    isFailing: outcome.kind === 'later' && outcome.isFailing === true,
    ...(hasMoved && { confirmed }),
  } as const;
  switch (outcome.kind) {
    case 'done':
      await changeJob(account, job.id, {
        ...{ state: 'sent', sent: job.size, error: null, not_before: Date.now(), isChecked: false },
        ...(outcome.hosted_url !== undefined && { hosted_url: outcome.hosted_url }),
      });
      return true;
    case 'refused':
      await changeJob(account, job.id, { state: 'refused', error: outcome.message });
      return true;
    case 'absent':
      await changeJob(account, job.id, failures >= MAX_ABSENT ? { state: 'refused', error: outcome.message } : later);
      return true;
    default:
      // A cancelled upload is not a network failure.
      return !(await changeJob(account, job.id, later));
  }
}

/** Bytes of the file, those of earlier attempts included; `confirmed` is -1 if the server did not answer. */
async function attempt(
  parts: LaneParts,
  job: MediaJob,
  bytes: ArrayBuffer,
  onAnswer: () => void,
): Promise<{ outcome: UploadOutcome; sent: number; confirmed: number }> {
  const { account, endpoint, publishableKey, tokens } = parts;
  const cancelled = new AbortController();
  const signal = AbortSignal.any([parts.signal, cancelled.signal]);
  let stored = 0;
  let furthest = 0;
  let confirmed = -1;
  const upload: UploadCall = {
    job,
    ...{ bytes, endpoint, publishableKey, tokens, signal, confirmed: job.confirmed ?? -1 },
    onStarted: (started) => void changeJob(account, job.id, { upload_url: started }),
    onConfirmed: (offset) => {
      onAnswer();
      confirmed = Math.max(confirmed, offset);
    },
    onProgress: (sent) => {
      furthest = Math.max(furthest, sent);
      if (Date.now() - stored < PROGRESS_MS) return;
      stored = Date.now();
      void changeJob(account, job.id, { sent }).then((isWanted) => isWanted || cancelled.abort());
    },
  };
  const outcome = await parts.upload(upload, job);
  return { outcome, sent: furthest, confirmed };
}
